//! The configuration of the project's own tools, as the state before the change has it.

use serde_json::{Value, json};
use verdict_protocol::{CONFIG_FILE, Code, Output, ProjectPlan, overlay};
use verdict_vfs::{Snapshot, VfsPath};

use super::checks::Purpose;
use super::run::{Run, Stop};
use super::{Check, Journal, Target, Verifier};

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    /// Reads the configuration of the state before, by which the change is judged.
    pub(super) async fn read_configuration(&mut self, before: &Snapshot) -> Result<(), Stop> {
        self.read_project(before).await?;
        let own = VfsPath::parse(CONFIG_FILE).ok().and_then(|path| before.get(&path));
        if let Some(own) = own.and_then(|own| serde_json::from_slice::<Value>(own.bytes()).ok()) {
            overlay(&mut self.configured, &own);
        }
        Ok(())
    }

    /// Reads the configuration of the project that the options name. It lies below that of every judging test.
    async fn read_project(&mut self, before: &Snapshot) -> Result<(), Stop> {
        let Some(folder) = &self.options.project else { return Ok(()) };
        let command = format!("project:{folder}");
        let verdict = self.asking(Purpose::Configuration).verify(&Check::new(&command, before)).await;
        let unread = |code: Option<Code>, why: &str| {
            Stop::new(code, format!("The project's configuration cannot be read: {why}"))
        };
        let plan = match verdict.result.map(|result| result.output) {
            Some(Output::Value(value)) if verdict.error.is_none() => {
                serde_json::from_value::<ProjectPlan>(value)
                    .map_err(|error| unread(Some(Code::Protocol), &error.to_string()))?
            }
            _ => return Err(unread(verdict.code, verdict.error.as_deref().unwrap_or("no reason given"))),
        };
        let mut configs: Vec<&Value> = plan.tests.iter().map(|tests| &tests.config).collect();
        configs.dedup();
        if let [config] = configs.as_slice() {
            self.project_config = (*config).clone();
            self.configured = (*config).clone();
            let include: Vec<&String> = plan.tests.iter().flat_map(|tests| &tests.include).collect();
            self.configured["test"]["include"] = json!(include);
        } else if !configs.is_empty() {
            let names = plan.tests.iter().filter_map(|tests| tests.name.as_deref()).collect::<Vec<_>>();
            let why = format!("it has several ({}): name the folder of one", names.join(", "));
            return Err(unread(Some(Code::Protocol), &why));
        }
        self.leave_out_files(&plan);
        self.report.warnings.extend(plan.warnings);
        Ok(())
    }

    /// Leaves out setup files that the configuration makes, because the judged states do not have them.
    fn leave_out_files(&mut self, plan: &ProjectPlan) {
        if plan.files.is_empty() {
            return;
        }
        let setup = self.project_config.pointer_mut("/test/setupFiles").and_then(Value::as_array_mut);
        if let Some(setup) = setup {
            setup.retain(|file| file.as_str().is_none_or(|file| !plan.files.contains_key(file)));
        }
        let names = plan.configurations.join(", ");
        self.report
            .warnings
            .push(format!("{names}: what `define`, `globals` and `snapshotSerializers` set is not there while tests judge a change"));
    }
}
