; The functions that instrumented code calls. Each function tests whether anything is symbolic before it calls the runtime.
; FILTER_SIZE and GRANULE_BITS are replaced by the numbers in the ABI. The definitions become internal once they are linked.

@isolde.filter = global [FILTER_SIZE x i8] zeroinitializer, align 4096
; Shadows of arguments and the function they are meant for, shadows of results and how many there are (0: concrete).
@isolde.args = thread_local(localexec) global [256 x i32] zeroinitializer
@isolde.callee = thread_local(localexec) global ptr null
@isolde.results = thread_local(localexec) global [16 x i32] zeroinitializer
@isolde.returned = thread_local(localexec) global i32 0

declare i32 @isolde_sym_binary(i32, i32, i32, i64, i64) #2
declare i32 @isolde_sym_binary_wide(i32, i32, i32, i64, i64, i64, i64) #2
declare i32 @isolde_sym_lanes(i32, i32, i32, i32, i64, i64, i64, i64) #2
declare i32 @isolde_sym_unary(i32, i32, i32, i32) #2
declare i32 @isolde_sym_select(i32, i32, i32, i32, i64, i64) #2
declare i32 @isolde_sym_funnel(i32, i32, i32, i32, i64, i64, i64) #2
declare i32 @isolde_sym_load(i64, i32, i32) #1
declare void @isolde_sym_store(i64, i32, i32, i32) #1
declare void @isolde_sym_branch(i32, i32, i32) #2
declare void @isolde_sym_pin(i32, i64, i64) #2
declare void @isolde_sym_lost(i32, i32) #2
declare void @isolde_sym_copy(i64, i64, i64) #1
declare void @isolde_sym_fill(i64, i32, i64) #1
declare i32 @isolde_sym_compare(i64, i64, i64, i32) #1
declare void @isolde_sym_slices(ptr, i64, ptr, i64, i64) #3
declare void @isolde_sym_allocated(i64, i64, i64) #1
declare void @isolde_sym_freed(i64) #1
declare i32 @isolde_sym_choice() #1
declare i64 @isolde_sym_hash(i64) nounwind
declare void @isolde_sym_stop() #1

define i32 @isolde.binary(i32 %op, i32 %sa, i32 %sb, i64 %a, i64 %b) #0 {
  %any = or i32 %sa, %sb
  %none = icmp eq i32 %any, 0
  br i1 %none, label %concrete, label %symbolic
symbolic:
  %node = call i32 @isolde_sym_binary(i32 %op, i32 %sa, i32 %sb, i64 %a, i64 %b)
  ret i32 %node
concrete:
  ret i32 0
}

define i32 @isolde.binary_wide(i32 %op, i32 %sa, i32 %sb, i64 %al, i64 %ah, i64 %bl, i64 %bh) #0 {
  %any = or i32 %sa, %sb
  %none = icmp eq i32 %any, 0
  br i1 %none, label %concrete, label %symbolic
symbolic:
  %node = call i32 @isolde_sym_binary_wide(i32 %op, i32 %sa, i32 %sb, i64 %al, i64 %ah, i64 %bl, i64 %bh)
  ret i32 %node
concrete:
  ret i32 0
}

define i32 @isolde.lanes(i32 %op, i32 %shape, i32 %sa, i32 %sb, i64 %al, i64 %ah, i64 %bl, i64 %bh) #0 {
  %any = or i32 %sa, %sb
  %none = icmp eq i32 %any, 0
  br i1 %none, label %concrete, label %symbolic
symbolic:
  %node = call i32 @isolde_sym_lanes(i32 %op, i32 %shape, i32 %sa, i32 %sb, i64 %al, i64 %ah, i64 %bl, i64 %bh)
  ret i32 %node
concrete:
  ret i32 0
}

define i32 @isolde.unary(i32 %op, i32 %width, i32 %s, i32 %aux) #0 {
  %none = icmp eq i32 %s, 0
  br i1 %none, label %concrete, label %symbolic
symbolic:
  %node = call i32 @isolde_sym_unary(i32 %op, i32 %width, i32 %s, i32 %aux)
  ret i32 %node
concrete:
  ret i32 0
}

define i32 @isolde.select(i32 %width, i1 %condition, i32 %sc, i32 %sa, i32 %sb, i64 %a, i64 %b) #0 {
  %none = icmp eq i32 %sc, 0
  br i1 %none, label %concrete, label %symbolic
symbolic:
  %node = call i32 @isolde_sym_select(i32 %width, i32 %sc, i32 %sa, i32 %sb, i64 %a, i64 %b)
  ret i32 %node
concrete:
  %chosen = select i1 %condition, i32 %sa, i32 %sb
  ret i32 %chosen
}

define i32 @isolde.funnel(i32 %op, i32 %sa, i32 %sb, i32 %sc, i64 %a, i64 %b, i64 %c) #0 {
  %ab = or i32 %sa, %sb
  %any = or i32 %ab, %sc
  %none = icmp eq i32 %any, 0
  br i1 %none, label %concrete, label %symbolic
symbolic:
  %node = call i32 @isolde_sym_funnel(i32 %op, i32 %sa, i32 %sb, i32 %sc, i64 %a, i64 %b, i64 %c)
  ret i32 %node
concrete:
  ret i32 0
}

define i32 @isolde.load(i64 %address, i32 %bytes, i32 %saddress) #0 {
  %granule = lshr i64 %address, GRANULE_BITS
  %index = urem i64 %granule, FILTER_SIZE
  %slot = getelementptr i8, ptr @isolde.filter, i64 %index
  %mark = load i8, ptr %slot, align 1
  %marked = zext i8 %mark to i32
  %any = or i32 %marked, %saddress
  %none = icmp eq i32 %any, 0
  br i1 %none, label %concrete, label %symbolic
symbolic:
  %node = call i32 @isolde_sym_load(i64 %address, i32 %bytes, i32 %saddress)
  ret i32 %node
concrete:
  ret i32 0
}

define void @isolde.store(i64 %address, i32 %bytes, i32 %s, i32 %saddress) #0 {
  %granule = lshr i64 %address, GRANULE_BITS
  %index = urem i64 %granule, FILTER_SIZE
  %slot = getelementptr i8, ptr @isolde.filter, i64 %index
  %mark = load i8, ptr %slot, align 1
  %marked = zext i8 %mark to i32
  %shadows = or i32 %s, %saddress
  %any = or i32 %marked, %shadows
  %none = icmp eq i32 %any, 0
  br i1 %none, label %concrete, label %symbolic
symbolic:
  call void @isolde_sym_store(i64 %address, i32 %bytes, i32 %s, i32 %saddress)
  ret void
concrete:
  ret void
}

define void @isolde.branch(i32 %s, i1 %taken, i32 %site) #0 {
  %none = icmp eq i32 %s, 0
  br i1 %none, label %concrete, label %symbolic
symbolic:
  %direction = zext i1 %taken to i32
  call void @isolde_sym_branch(i32 %s, i32 %direction, i32 %site)
  ret void
concrete:
  ret void
}

define void @isolde.pin(i32 %s, i64 %low, i64 %high) #0 {
  %none = icmp eq i32 %s, 0
  br i1 %none, label %concrete, label %symbolic
symbolic:
  call void @isolde_sym_pin(i32 %s, i64 %low, i64 %high)
  ret void
concrete:
  ret void
}

define void @isolde.lost(i32 %loss, i32 %s) #0 {
  %none = icmp eq i32 %s, 0
  br i1 %none, label %concrete, label %symbolic
symbolic:
  call void @isolde_sym_lost(i32 %loss, i32 %s)
  ret void
concrete:
  ret void
}

; Returns a value other than 0 if any granule of a range is marked.
define i32 @isolde.touched(i64 %address, i64 %bytes) #0 {
  %empty = icmp eq i64 %bytes, 0
  br i1 %empty, label %no, label %begin
begin:
  %first = lshr i64 %address, GRANULE_BITS
  %end = add i64 %address, %bytes
  %last.address = add i64 %end, -1
  %last = lshr i64 %last.address, GRANULE_BITS
  br label %next
next:
  %granule = phi i64 [ %first, %begin ], [ %granule.next, %step ]
  %index = urem i64 %granule, FILTER_SIZE
  %slot = getelementptr i8, ptr @isolde.filter, i64 %index
  %mark = load i8, ptr %slot, align 1
  %clear = icmp eq i8 %mark, 0
  br i1 %clear, label %step, label %yes
step:
  %granule.next = add i64 %granule, 1
  %done = icmp ugt i64 %granule.next, %last
  br i1 %done, label %no, label %next
yes:
  ret i32 1
no:
  ret i32 0
}

attributes #0 = { noinline nounwind }
attributes #1 = { cold nounwind }
attributes #3 = { cold nounwind willreturn memory(argmem: read, inaccessiblemem: readwrite) }
attributes #2 = { cold nounwind memory(inaccessiblemem: readwrite) }
