//! Whether retries outnumber first attempts, and how far to stretch them.
