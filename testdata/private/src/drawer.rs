#[derive(Debug, PartialEq)]
struct Drawer {
    coins: u8,
    locked: bool,
}

#[derive(Debug, PartialEq)]
enum Refusal {
    Locked,
    Short,
}

impl Drawer {
    fn take(&mut self, amount: u8) -> Result<u8, Refusal> {
        if self.locked {
            return Err(Refusal::Locked);
        }
        self.coins = self.coins.checked_sub(amount).ok_or(Refusal::Short)?;
        Ok(self.coins)
    }
}

pub(crate) fn open(coins: u8, locked: bool, amount: u8) -> Option<u8> {
    Drawer { coins, locked }.take(amount).ok()
}
