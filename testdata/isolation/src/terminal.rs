//! Decisions by what somebody types.

use std::io::{self, BufRead, IsTerminal, Read};

/// Asks whether to go on; the end of the input means no.
pub fn confirm() -> io::Result<bool> {
    let mut line = String::new();
    loop {
        line.clear();
        if io::stdin().read_line(&mut line)? == 0 {
            return Ok(false);
        }
        match line.trim() {
            "y" | "yes" => return Ok(true),
            "n" | "no" | "" => return Ok(false),
            _ => println!("please answer yes or no"),
        }
    }
}

/// Adds the numbers that are typed, one in a line, up to an empty line.
pub fn add_numbers() -> Result<i64, String> {
    let mut sum: i64 = 0;
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|error| error.kind().to_string())?;
        if line.is_empty() {
            break;
        }
        let number: i64 = line
            .trim()
            .parse()
            .map_err(|_| format!("no number: {line}"))?;
        sum = sum.checked_add(number).ok_or("too large")?;
    }
    Ok(sum)
}

/// The text to work on: the argument, or what another program sends if there is none; nobody is asked to type it.
pub fn text_to_work_on(argument: Option<String>) -> io::Result<Option<String>> {
    if let Some(text) = argument {
        return Ok(Some(text));
    }
    let mut input = io::stdin();
    if input.is_terminal() {
        return Ok(None);
    }
    let mut text = String::new();
    input.read_to_string(&mut text)?;
    Ok(Some(text))
}

/// Counts the blanks at the beginning of what is typed, without taking anything else out of the buffer.
pub fn skip_blanks(input: &mut io::StdinLock<'_>) -> io::Result<usize> {
    let mut skipped = 0;
    loop {
        let seen = input.fill_buf()?;
        let blanks = seen.iter().take_while(|byte| **byte == b' ').count();
        let is_end = seen.is_empty() || blanks < seen.len();
        input.consume(blanks);
        skipped += blanks;
        if is_end {
            let rest = input.fill_buf()?;
            assert!(rest.first() != Some(&b' '), "blanks were skipped");
            return Ok(skipped);
        }
    }
}
