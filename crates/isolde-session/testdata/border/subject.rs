//! Code that uses std: what reaches the world, and what does not.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Cursor, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, Mutex, OnceLock, RwLock};

pub fn prints(name: &str) {
    println!("hello {name}");
    eprintln!("hello {name:?}");
    let _ = io::stdout().lock().write_all(b"hello");
}

pub fn texts(text: &str) -> Result<String, Box<dyn std::error::Error>> {
    let number: i32 = text.trim().parse()?;
    let words: Vec<String> = text.split(',').map(str::to_uppercase).collect();
    Ok(format!("{number:>5} {:?} {}", words, words.join("-")))
}

pub fn tables(words: &[String]) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for word in words {
        *counts.entry(word.as_str()).or_default() += 1;
    }
    counts
}

pub fn hashes(words: &[String]) -> HashSet<&String> {
    words.iter().collect()
}

pub fn hashes_with_given_keys(table: &mut HashMap<String, usize>, word: &str) -> usize {
    *table.entry(word.to_owned()).and_modify(|count| *count += 1).or_insert(1)
}

pub fn shared(count: &Arc<Mutex<usize>>, lock: &RwLock<String>) -> usize {
    static NAME: OnceLock<String> = OnceLock::new();
    let name = NAME.get_or_init(|| "name".to_owned());
    lock.write().expect("not poisoned").push_str(name);
    *count.lock().expect("not poisoned") += 1;
    *count.lock().expect("not poisoned")
}

pub fn cells(cell: &Rc<RefCell<Vec<u8>>>) -> usize {
    cell.borrow_mut().push(1);
    cell.borrow().len()
}

pub fn paths(path: &Path) -> PathBuf {
    path.with_extension("bak").join("a").components().collect()
}

pub fn in_memory(bytes: Vec<u8>) -> io::Result<Vec<String>> {
    let mut cursor = Cursor::new(bytes);
    cursor.rewind()?;
    let mut writer = BufWriter::new(Vec::new());
    writer.write_all(b"x")?;
    BufReader::new(cursor).lines().collect()
}

pub fn catches(number: i32) -> bool {
    std::panic::catch_unwind(|| assert_eq!(number, 3)).is_ok()
}

pub fn sends(numbers: Vec<i32>) -> Vec<i32> {
    let (sender, receiver) = std::sync::mpsc::channel();
    for number in numbers {
        sender.send(number).expect("there is a receiver");
    }
    drop(sender);
    receiver.try_iter().collect()
}

pub fn times(earlier: std::time::SystemTime) -> u64 {
    let day = std::time::Duration::from_secs(86_400);
    earlier.duration_since(std::time::UNIX_EPOCH).unwrap_or(day).as_secs()
}

pub fn builds_a_command() -> std::process::Command {
    let mut command = std::process::Command::new("true");
    command.arg("x").env("A", "b");
    command
}

pub fn lines_of_a_file(path: &Path) -> io::Result<usize> {
    let file = File::open(path)?;
    let mut count = 0;
    for line in BufReader::new(file).lines() {
        count += line?.len();
    }
    Ok(count)
}

pub fn writes_a_file(path: &Path) -> io::Result<()> {
    let mut writer = BufWriter::new(File::create(path)?);
    writeln!(writer, "{}", path.display())?;
    writer.flush()
}

pub fn copies(from: &mut File, to: &mut Vec<u8>) -> io::Result<u64> {
    io::copy(from, to)
}

pub fn reads_all(file: &File) -> io::Result<String> {
    let mut text = String::new();
    file.take(10).read_to_string(&mut text)?;
    Ok(text)
}

pub fn counts_entries(path: &Path) -> io::Result<usize> {
    Ok(path.read_dir()?.filter_map(Result::ok).count())
}

pub fn answers_by_default(path: &Path) -> bool {
    Some(path).is_some_and(Path::exists)
}

pub fn on_another_thread(path: PathBuf) -> bool {
    let handle = std::thread::spawn(move || path.is_file());
    handle.join().unwrap_or(false)
}
