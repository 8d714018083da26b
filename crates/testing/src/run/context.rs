//! The test context: `{ task, expect, signal, skip, annotate, onTestFailed, onTestFinished }`.

use boa_engine::object::ObjectInitializer;
use boa_engine::object::builtins::{JsArray, JsPromise};
use boa_engine::property::{Attribute, PropertyDescriptor};
use boa_engine::{
    Context, JsArgs, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string,
};
use verdict_judge::{Event, TestId};
use verdict_sandbox::Stop;

use super::Run;
use crate::collect::{Options, ROOT, SuiteId, test_hook_function};
use crate::guard::api;
use crate::intrinsics::native;
use crate::state::State;

/// Guest objects of one attempt at a test.
#[derive(Debug, Clone)]
pub(super) struct Shown {
    pub(super) context: JsObject,
    /// `context.task.result`.
    pub(super) result: JsObject,
    /// Functions of the test API in the context, by name.
    pub(super) parts: Vec<(&'static str, JsValue)>,
    /// The suite object that hooks receive.
    pub(super) suite: JsValue,
}

impl Run<'_> {
    /// The first argument of a test and of its hooks.
    pub(super) fn test_context(
        &mut self,
        id: TestId,
        suite: SuiteId,
        options: &Options,
        attempt: (u32, u32),
    ) -> Result<Shown, Stop> {
        let path = self.state.judge.borrow().entry(id).map(|entry| entry.path).unwrap_or_default();
        let expect = self.state.expect.borrow().as_ref().map(|realm| realm.expect.clone());
        let in_file = suite == ROOT;
        let suite = self.suite_task(suite);
        let of_task = if in_file { JsValue::undefined() } else { suite.clone() };
        let file = self.file.to_string();
        let timeout = self.test_timeout(options);
        let context = self.guest.context();
        let result = ObjectInitializer::new(context)
            .property(js_string!("state"), js_string!("run"), Attribute::all())
            .property(js_string!("retryCount"), attempt.0, Attribute::all())
            .property(js_string!("repeatCount"), attempt.1, Attribute::all())
            .build();
        let meta = match &options.meta {
            Some(meta) => meta.clone(),
            None => JsObject::from_proto_and_data(None, boa_engine::builtins::object::OrdinaryObject),
        };
        let tags: Vec<JsValue> = options.tags.iter().map(|tag| js_string!(tag.as_str()).into()).collect();
        let tags = JsArray::from_iter(tags, context);
        let annotations = JsArray::from_iter([], context);
        let file_task = file_task(&file, context);
        let full = path.join(" > ");
        let name = path.last().cloned().unwrap_or_default();
        let retry = options.retry.as_ref().map_or(0, |retry| retry.count);
        let task = ObjectInitializer::new(context)
            .property(js_string!("id"), js_string!(format!("{file}_{}", id.0)), Attribute::all())
            .property(js_string!("name"), js_string!(name), Attribute::all())
            .property(js_string!("fullName"), js_string!(format!("{file} > {full}")), Attribute::all())
            .property(js_string!("fullTestName"), js_string!(full), Attribute::all())
            .property(js_string!("type"), js_string!("test"), Attribute::all())
            .property(js_string!("mode"), js_string!("run"), Attribute::all())
            .property(js_string!("suite"), of_task, Attribute::all())
            .property(js_string!("file"), file_task, Attribute::all())
            .property(js_string!("fails"), options.fails.unwrap_or(false), Attribute::all())
            .property(js_string!("timeout"), timeout, Attribute::all())
            .property(js_string!("retry"), retry, Attribute::all())
            .property(js_string!("repeats"), options.repeats.unwrap_or(0), Attribute::all())
            .property(js_string!("meta"), meta, Attribute::all())
            .property(js_string!("tags"), tags, Attribute::all())
            .property(js_string!("annotations"), annotations, Attribute::all())
            .property(js_string!("result"), result.clone(), Attribute::all())
            .build();
        let shown = context_object(&task, expect, context);
        let (context, parts) = self.thrown_by(shown)?;
        Ok(Shown { context, result, parts, suite })
    }

    /// A suite as hooks see it.
    pub(super) fn suite_task(&mut self, suite: SuiteId) -> JsValue {
        let (path, options, parent) = {
            let collector = self.state.collector.borrow();
            let of = collector.suite(suite);
            (collector.path(suite), of.options.clone(), of.parent.filter(|parent| *parent != ROOT))
        };
        let file = self.file.to_string();
        let parent = parent.map(|parent| self.suite_task(parent)).unwrap_or_default();
        let context = self.guest.context();
        let file_task = file_task(&file, context);
        let Some(name) = path.last() else { return file_task.into() };
        let meta = options.meta.unwrap_or_else(|| JsObject::with_object_proto(context.intrinsics()));
        let tags: Vec<JsValue> = options.tags.iter().map(|tag| js_string!(tag.as_str()).into()).collect();
        let tags = JsArray::from_iter(tags, context);
        let full = path.join(" > ");
        let result = ObjectInitializer::new(context)
            .property(js_string!("state"), js_string!("run"), Attribute::all())
            .build();
        ObjectInitializer::new(context)
            .property(js_string!("id"), js_string!(format!("{file}_suite_{}", suite.0)), Attribute::all())
            .property(js_string!("name"), js_string!(name.as_str()), Attribute::all())
            .property(js_string!("fullName"), js_string!(format!("{file} > {full}")), Attribute::all())
            .property(js_string!("fullTestName"), js_string!(full), Attribute::all())
            .property(js_string!("type"), js_string!("suite"), Attribute::all())
            .property(js_string!("mode"), js_string!("run"), Attribute::all())
            .property(js_string!("suite"), parent, Attribute::all())
            .property(js_string!("file"), file_task, Attribute::all())
            .property(js_string!("meta"), meta, Attribute::all())
            .property(js_string!("tags"), tags, Attribute::all())
            .property(js_string!("result"), result, Attribute::all())
            .build()
            .into()
    }

    /// Updates `task.result`. Changes that the guest makes to it have no effect.
    pub(super) fn show_result(&mut self, id: TestId, shown: &Shown) -> Result<(), Stop> {
        let clean = self.state.judge.borrow().is_clean(id);
        let skipped = self.state.judge.borrow().skipped_itself(id);
        let state = match (skipped, clean) {
            (_, false) => "fail",
            (true, true) => "skip",
            (false, true) => "pass",
        };
        let mut errors = Vec::new();
        if !clean {
            let message =
                self.state.judge.borrow().entry(id).and_then(|entry| entry.error).unwrap_or_default();
            let thrown = self.last_thrown.clone().filter(JsValue::is_object);
            errors.push(match thrown {
                Some(error) => error,
                None => ObjectInitializer::new(self.guest.context())
                    .property(js_string!("message"), js_string!(message), Attribute::all())
                    .build()
                    .into(),
            });
        }
        let context = self.guest.context();
        let put = shown.result.create_data_property(js_string!("state"), js_string!(state), context);
        let put = put.and_then(|_| {
            if errors.is_empty() {
                return Ok(false);
            }
            let errors = JsArray::from_iter(errors, context);
            shown.result.create_data_property(js_string!("errors"), errors, context)
        });
        self.thrown_by(put.map(drop))
    }
}

fn file_task(file: &str, context: &mut Context) -> JsObject {
    let name = file.trim_start_matches('/');
    ObjectInitializer::new(context)
        .property(js_string!("name"), js_string!(name), Attribute::all())
        .property(js_string!("filepath"), js_string!(file), Attribute::all())
        .property(js_string!("type"), js_string!("suite"), Attribute::all())
        .property(js_string!("mode"), js_string!("run"), Attribute::all())
        .build()
}

/// Creates the context of a test, and lists its functions of the test API.
fn context_object(
    task: &JsObject,
    expect: Option<JsObject>,
    context: &mut Context,
) -> JsResult<(JsObject, Vec<(&'static str, JsValue)>)> {
    let finished = test_hook_function("onTestFinished", context);
    let failed = test_hook_function("onTestFailed", context);
    let skip = api("skip", 0, NativeFunction::from_fn_ptr(skip), context);
    let annotations = task.get(js_string!("annotations"), context)?;
    let annotate = NativeFunction::from_copy_closure_with_captures(
        |_, args, annotations: &JsValue, context| annotate(annotations, args, context),
        annotations,
    );
    let annotate = native("annotate", 3, annotate, context);
    let signal = native("signal", 0, NativeFunction::from_fn_ptr(signal), context);
    // The context is a function, for tests that take it for a `done` callback.
    let done = NativeFunction::from_fn_ptr(|_, _, _| {
        let message = "done() callback is deprecated, use promise instead";
        Err(JsNativeError::error().with_message(message).into())
    });
    let object: JsObject = native("context", 0, done, context).into();
    let mut parts: Vec<(&'static str, JsValue)> = vec![
        ("task", task.clone().into()),
        ("skip", skip.into()),
        ("annotate", annotate.into()),
        ("onTestFinished", finished.into()),
        ("onTestFailed", failed.into()),
    ];
    parts.extend(expect.map(|expect| ("expect", expect.into())));
    for (name, part) in &parts {
        object.create_data_property_or_throw(JsString::from(*name), part.clone(), context)?;
    }
    let property = PropertyDescriptor::builder().get(signal).enumerable(true).configurable(true).build();
    object.define_property_or_throw(js_string!("signal"), property, context)?;
    Ok((object, parts))
}

/// `context.skip(condition?, note?)`: from here on the test counts as skipped, whatever it does next.
fn skip(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    crate::guard::check_owner("skip", this, context)?;
    if args.first().and_then(JsValue::as_boolean) == Some(false) {
        return Ok(JsValue::undefined());
    }
    let state = State::of(context);
    if let Some(test) = state.test() {
        state.log(Event::SkippedItself(test));
    }
    let (error, _) = state.error("PendingError", "test is skipped; abort execution", None, context)?;
    Err(boa_engine::JsError::from_opaque(error.into()))
}

/// `context.annotate(message, type?, attachment?)`: returns a promise of the annotation.
fn annotate(annotations: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let kind = args.get_or_undefined(1);
    let attachment = if kind.is_object() { kind.clone() } else { args.get_or_undefined(2).clone() };
    let kind = kind.as_string().unwrap_or_else(|| JsString::from("notice"));
    let mut annotation = ObjectInitializer::new(context);
    annotation.property(js_string!("message"), args.get_or_undefined(0).clone(), Attribute::all()).property(
        js_string!("type"),
        kind,
        Attribute::all(),
    );
    if !attachment.is_undefined() {
        annotation.property(js_string!("attachment"), attachment, Attribute::all());
    }
    let annotation = annotation.build();
    if let Some(list) = annotations.as_object().and_then(|list| JsArray::from_object(list).ok()) {
        list.push(annotation.clone(), context)?;
    }
    Ok(JsPromise::resolve(annotation, context)?.into())
}

/// `context.signal` of an `AbortController`, which is created on first use.
fn signal(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let state = State::of(context);
    let known = state.abort.borrow().clone();
    let controller = match known {
        Some(controller) => controller,
        None => {
            let global = context.global_object();
            let constructor = global.get(js_string!("AbortController"), context)?;
            let Some(constructor) = constructor.as_constructor() else { return Ok(JsValue::undefined()) };
            let controller = constructor.construct(&[], None, context)?;
            state.abort.replace(Some(controller.clone()));
            controller
        }
    };
    controller.get(js_string!("signal"), context)
}
