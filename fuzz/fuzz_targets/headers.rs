#![allow(missing_docs, reason = "the front page is `reknock_fuzz`")]
#![cfg_attr(fuzzing, no_main)]

reknock_fuzz::target!(headers);
