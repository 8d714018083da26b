//! Rules for what generated code may touch.

mod capability;
mod specifiers;

rules! {
    no_built_in_changes
    no_dom
    no_dynamic_access
    no_dynamic_code
    no_file_system
    no_forbidden_write
    no_message_ports
    no_network
    no_process
    no_prototype_pollution
    no_storage
    no_timers
    no_unbounded_loop
    no_workers
}
