//! Runs the linked transformer.

use std::path::Path;

use oxc_allocator::Allocator;
use oxc_ast_visit::Visit as _;
use oxc_codegen::{Codegen, CodegenOptions};
use oxc_semantic::SemanticBuilder;
use oxc_span::Span;
use oxc_transformer::{
    CompilerAssumptions, DecoratorOptions, ES2026Options, EnvOptions, HelperLoaderMode, HelperLoaderOptions,
    JsxOptions, TransformOptions, Transformer, TypeScriptOptions,
};
use verdict_protocol::Diagnostic;
use verdict_syntax::syntax_error;

use super::{CompilerOptions, Job, JsxRuntime, Lower, Lowered, NotLowered, helpers, positions};
use crate::blank::Blank;
use crate::{first, guard};

/// The transformer linked into this build.
#[derive(Debug, Clone, Copy, Default)]
pub struct Linked;

impl Lower for Linked {
    fn lower(&self, job: &Job) -> Result<Lowered, NotLowered> {
        lower(job).map_err(|refused| NotLowered::Refused(Box::new(refused)))
    }
}

fn lower(job: &Job) -> Result<Lowered, Diagnostic> {
    let Job { path, source, options } = job;
    let allocator = Allocator::default();
    let parsed = verdict_syntax::parse(&allocator, path, source).map_err(|errors| first(path, errors))?;
    // The source with types blanked, at equal positions: printed text is searched in it.
    let mut blank = Blank::new(source, &|_, _| false, options.sets_class_fields);
    blank.visit_program(&parsed.program);
    let aligned = blank.edits.apply(source);
    let mut program = parsed.program;
    // The result runs in strict mode in a known engine, so only syntax that is not JavaScript is lowered.
    let scoping = SemanticBuilder::new().with_excess_capacity(2.0).with_enum_eval(true).build(&program);
    let scoping = scoping.semantic.into_scoping();
    let lowered = Transformer::new(&allocator, Path::new(path), &transform_options(options))
        .build_with_scoping(scoping, &mut program);
    if let Some(error) = lowered.diagnostics.errors().next() {
        let span = error.labels.first().map_or(Span::new(0, 0), oxc_span::LabeledSpan::span);
        return Err(syntax_error(parsed.lines.location(path, span), error.message.to_string()));
    }
    let codegen = CodegenOptions { source_map_path: Some(path.into()), ..CodegenOptions::default() };
    let printed = Codegen::new().with_options(codegen).with_scoping(Some(lowered.scoping)).build(&program);
    let before = helpers::before(&printed.code);
    let positions = positions::of(&before, &printed.code, &aligned, printed.map.as_ref());
    let text = before + &printed.code;
    guard(path, &text, verdict_syntax::Dialect::default())?;
    Ok(Lowered { text, positions })
}

/// The options that Vite's own plugin derives from the same `tsconfig.json`.
fn transform_options(options: &CompilerOptions) -> TransformOptions {
    let jsx = &options.jsx;
    let classic = jsx.runtime == JsxRuntime::Classic;
    let mut jsx_options = JsxOptions {
        runtime: if classic {
            oxc_transformer::JsxRuntime::Classic
        } else {
            oxc_transformer::JsxRuntime::Automatic
        },
        development: !jsx.production,
        pragma: jsx.factory.clone(),
        pragma_frag: jsx.fragment_factory.clone(),
        import_source: jsx.import_source.clone().filter(|_| !classic),
        ..JsxOptions::enable()
    };
    jsx_options.conform();
    TransformOptions {
        assumptions: CompilerAssumptions {
            set_public_class_fields: options.sets_class_fields,
            ..CompilerAssumptions::default()
        },
        typescript: TypeScriptOptions {
            only_remove_type_imports: options.verbatim_module_syntax,
            remove_class_fields_without_initializer: options.sets_class_fields,
            ..TypeScriptOptions::default()
        },
        decorator: DecoratorOptions {
            legacy: options.experimental_decorators,
            emit_decorator_metadata: options.emit_decorator_metadata,
            strict_null_checks: options.strict_null_checks,
        },
        jsx: jsx_options,
        env: EnvOptions {
            es2026: ES2026Options { explicit_resource_management: true },
            ..EnvOptions::default()
        },
        helper_loader: HelperLoaderOptions {
            mode: HelperLoaderMode::External,
            ..HelperLoaderOptions::default()
        },
        ..TransformOptions::default()
    }
}
