//! The lists of the seccomp part: which system calls are refused, and which requests of `ioctl` are not.

/// The newest system call that the lists below take into account. To the program, younger ones do not exist, as on an older kernel: what they do is not
/// known here. All architectures have the same numbers for what is this young.
pub(super) const NEWEST: libc::c_long = FILE_SETATTR;

// Numbers that the library does not have.
const SETXATTRAT: libc::c_long = 463;
const REMOVEXATTRAT: libc::c_long = 466;
const OPEN_TREE_ATTR: libc::c_long = 467;
const FILE_SETATTR: libc::c_long = 469;

/// The requests of `ioctl` that pass: they only tell something, or only concern the descriptor. Others change files that are open only for reading
/// (their flags), terminals (what was typed), or the network.
pub(super) const REQUESTS: &[libc::Ioctl] = &[
    libc::TCGETS,
    libc::TCGETS2,
    libc::TIOCGWINSZ,
    libc::TIOCGPGRP,
    libc::TIOCOUTQ,
    libc::FIONREAD,
    libc::FIONBIO,
    libc::FIOCLEX,
    libc::FIONCLEX,
    libc::FS_IOC_GETFLAGS,
];

/// System calls that are refused whatever their arguments are.
pub(super) const REFUSED: &[libc::c_long] = &[
    // Network.
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_sendmmsg,
    // Other processes.
    libc::SYS_kill,
    libc::SYS_tkill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_pidfd_send_signal,
    libc::SYS_pidfd_getfd,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_process_mrelease,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    libc::SYS_ioprio_set,
    libc::SYS_setpgid,
    libc::SYS_setsid,
    libc::SYS_setpriority,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setattr,
    libc::SYS_execveat,
    // Objects that outlive the process.
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_semctl,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    // File metadata, which Landlock does not cover.
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchmodat2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    SETXATTRAT,
    REMOVEXATTRAT,
    FILE_SETATTR,
    libc::SYS_utimensat,
    libc::SYS_mknodat,
    libc::SYS_open_by_handle_at,
    // The machine.
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    OPEN_TREE_ATTR,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_setns,
    libc::SYS_unshare,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_reboot,
    libc::SYS_kexec_load,
    libc::SYS_kexec_file_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_quotactl,
    libc::SYS_quotactl_fd,
    libc::SYS_syslog,
    libc::SYS_vhangup,
    libc::SYS_acct,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    // Another way to make all of the above calls.
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
];

/// Older system calls, which only some architectures have.
#[cfg(target_arch = "x86_64")]
pub(super) const REFUSED_OLD: &[libc::c_long] = &[
    libc::SYS_vfork,
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
    libc::SYS_mknod,
    libc::SYS_iopl,
    libc::SYS_ioperm,
];
#[cfg(not(target_arch = "x86_64"))]
pub(super) const REFUSED_OLD: &[libc::c_long] = &[];

/// Changes of the file system, refused by the strict filter; the plain one leaves them to Landlock.
pub(super) const CHANGES: &[libc::c_long] = &[
    libc::SYS_unlinkat,
    libc::SYS_mkdirat,
    libc::SYS_renameat,
    libc::SYS_renameat2,
    libc::SYS_linkat,
    libc::SYS_symlinkat,
    libc::SYS_truncate,
    libc::SYS_openat2,
];

/// Older system calls of this kind, which only some architectures have.
#[cfg(target_arch = "x86_64")]
pub(super) const CHANGES_OLD: &[libc::c_long] = &[
    libc::SYS_unlink,
    libc::SYS_mkdir,
    libc::SYS_rmdir,
    libc::SYS_rename,
    libc::SYS_link,
    libc::SYS_symlink,
    libc::SYS_creat,
];
#[cfg(not(target_arch = "x86_64"))]
pub(super) const CHANGES_OLD: &[libc::c_long] = &[];
