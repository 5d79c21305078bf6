//! What this machine offers for confining programs.

/// The kernel features that matter to the sandbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Support {
    /// Version of the Landlock ABI, if Landlock is enabled.
    pub landlock: Option<u32>,
    /// Whether system calls can be filtered.
    pub seccomp: bool,
    /// Whether a filter can ask the worker (kernel 5.5): then code under test cannot fork at all, nor send signals to threads of others. Without it, forked processes
    /// are killed when their worker ends.
    pub seccomp_notify: bool,
    /// Whether signals to processes outside the sandbox are stopped by Landlock (ABI 6), too. The filter stops them on all kernels.
    pub signal_scope: bool,
    /// Whether unprivileged user namespaces seem to be allowed. Not needed; reported for completeness.
    pub user_namespaces: bool,
}

impl Support {
    /// What the sandbox needs but this machine lacks.
    pub fn missing(&self) -> Option<String> {
        match (self.landlock, self.seccomp) {
            (Some(_), true) => None,
            (None, true) => Some("the kernel does not offer Landlock".to_string()),
            (Some(_), false) => Some("the kernel does not offer seccomp filters".to_string()),
            (None, false) => {
                Some("the kernel offers neither Landlock nor seccomp filters".to_string())
            }
        }
    }
}

/// Asks the kernel.
pub fn support() -> Support {
    // SAFETY: with a null attribute and this flag the call only reports the ABI version.
    let abi = unsafe {
        const VERSION: libc::c_uint = 1;
        libc::syscall(
            libc::SYS_landlock_create_ruleset,
            std::ptr::null::<libc::c_void>(),
            0_usize,
            VERSION,
        )
    };
    let landlock = u32::try_from(abi).ok().filter(|&abi| abi > 0);
    Support {
        landlock,
        seccomp: action_available(libc::SECCOMP_RET_ERRNO),
        seccomp_notify: action_available(libc::SECCOMP_RET_USER_NOTIF),
        signal_scope: landlock.is_some_and(|abi| abi >= 6),
        user_namespaces: user_namespaces(),
    }
}

fn action_available(action: u32) -> bool {
    // SAFETY: the operation reads one u32.
    unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_GET_ACTION_AVAIL,
            0,
            &raw const action,
        ) == 0
    }
}

fn user_namespaces() -> bool {
    let number = |path: &str| {
        std::fs::read_to_string(path)
            .ok()
            .and_then(|text| text.trim().parse::<u64>().ok())
    };
    number("/proc/sys/user/max_user_namespaces").is_some_and(|max| max > 0)
        && number("/proc/sys/kernel/unprivileged_userns_clone").unwrap_or(1) == 1
        && number("/proc/sys/kernel/apparmor_restrict_unprivileged_userns").unwrap_or(0) == 0
}

#[cfg(test)]
mod tests {
    use super::Support;

    #[test]
    fn what_is_missing_is_named() {
        let all = Support {
            landlock: Some(1),
            seccomp: true,
            seccomp_notify: false,
            signal_scope: false,
            user_namespaces: false,
        };
        assert_eq!(all.missing(), None);
        let none = Support {
            landlock: None,
            seccomp: false,
            ..all.clone()
        };
        assert!(
            none.missing()
                .is_some_and(|what| what.contains("Landlock") && what.contains("seccomp"))
        );
        let half = Support {
            seccomp: false,
            ..all
        };
        assert!(
            half.missing()
                .is_some_and(|what| !what.contains("Landlock"))
        );
    }
}
