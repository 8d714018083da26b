//! The parser and serialisers of the URL standard, behind `URL` and `URLSearchParams`.

use std::cell::RefCell;

use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsData, JsNativeError, JsResult, JsString, JsValue};
use boa_gc::{Finalize, Trace};
use url::{Url, form_urlencoded, quirks};

use super::internal::{exports, made};
use crate::native::argument;

/// A URL record. Guests never see it, because it is in a private field.
#[derive(Debug, Trace, Finalize, JsData)]
struct Record(#[unsafe_ignore_trace] RefCell<Url>);

/// The `href` of a guest's `URL`, whatever was done to its prototype. `None` for any other object.
pub fn url_href(object: &JsObject, context: &mut Context) -> Option<String> {
    // If the script was never loaded, there are no URLs.
    made("url", context)?;
    let function =
        exports("url", context).ok()?.get(JsString::from("hrefOf"), context).ok()?.as_callable()?;
    let href = function.call(&JsValue::undefined(), &[object.clone().into()], context).ok()?;
    Some(href.as_string()?.to_std_string_lossy())
}

pub(super) fn parse(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let input = text(args, 0, context)?;
    let base = match argument(args, 1) {
        base if base.is_undefined() => None,
        base => match Url::parse(&base.to_string(context)?.to_std_string_lossy()) {
            Ok(base) => Some(base),
            Err(_) => return Ok(JsValue::undefined()),
        },
    };
    match Url::options().base_url(base.as_ref()).parse(&input) {
        Ok(url) => {
            let prototype = context.intrinsics().constructors().object().prototype();
            Ok(JsObject::from_proto_and_data(prototype, Record(RefCell::new(url))).into())
        }
        Err(_) => Ok(JsValue::undefined()),
    }
}

pub(super) fn get(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let part = text(args, 1, context)?;
    with(args, |record| {
        let url = record.0.borrow();
        let origin;
        let found = match part.as_str() {
            "href" => quirks::href(&url),
            "origin" => {
                origin = quirks::origin(&url);
                &origin
            }
            "protocol" => quirks::protocol(&url),
            "username" => quirks::username(&url),
            "password" => quirks::password(&url),
            "host" => quirks::host(&url),
            "hostname" => quirks::hostname(&url),
            "port" => quirks::port(&url),
            "pathname" => quirks::pathname(&url),
            "search" => quirks::search(&url),
            "hash" => quirks::hash(&url),
            _ => url.query().unwrap_or_default(),
        };
        JsString::from(found).into()
    })
}

/// Sets a part of the URL. Returns whether it could be set; as the standard requires, a failure changes
/// nothing.
pub(super) fn set(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (part, value) = (text(args, 1, context)?, text(args, 2, context)?);
    with(args, |record| {
        let url = &mut *record.0.borrow_mut();
        let done = match part.as_str() {
            "href" => quirks::set_href(url, &value).is_ok(),
            "protocol" => quirks::set_protocol(url, &value).is_ok(),
            "username" => quirks::set_username(url, &value).is_ok(),
            "password" => quirks::set_password(url, &value).is_ok(),
            "host" => quirks::set_host(url, &value).is_ok(),
            "hostname" => quirks::set_hostname(url, &value).is_ok(),
            "port" => quirks::set_port(url, &value).is_ok(),
            "pathname" => {
                quirks::set_pathname(url, &value);
                true
            }
            "search" => {
                quirks::set_search(url, &value);
                true
            }
            "hash" => {
                quirks::set_hash(url, &value);
                true
            }
            _ => {
                url.set_query(Some(value.as_str()).filter(|query| !query.is_empty()));
                true
            }
        };
        done.into()
    })
}

/// Name-value pairs, as an array of arrays.
pub(super) fn form_parse(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let query = text(args, 0, context)?;
    let list = JsArray::new(context)?;
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        let pair = [JsString::from(&*name), JsString::from(&*value)].map(JsValue::from);
        let pair = JsArray::from_iter(pair, context);
        list.push(pair, context)?;
    }
    Ok(list.into())
}

pub(super) fn form_serialize(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let list = argument(args, 0).to_object(context)?;
    let length = list.get(JsString::from("length"), context)?.to_length(context)?;
    let mut out = form_urlencoded::Serializer::new(String::new());
    for index in 0..length {
        let pair = list.get(index, context)?.to_object(context)?;
        let name = pair.get(0, context)?.to_string(context)?.to_std_string_lossy();
        let value = pair.get(1, context)?.to_string(context)?.to_std_string_lossy();
        out.append_pair(&name, &value);
    }
    Ok(JsString::from(out.finish()).into())
}

/// A value as text without lone surrogates.
pub(super) fn usv(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = argument(args, 0).to_string(context)?;
    match text.to_std_string() {
        Ok(_) => Ok(text.into()),
        Err(_) => Ok(JsString::from(text.to_std_string_lossy()).into()),
    }
}

pub(super) fn domain_to_ascii(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(JsString::from(quirks::domain_to_ascii(&text(args, 0, context)?)).into())
}

pub(super) fn domain_to_unicode(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(JsString::from(quirks::domain_to_unicode(&text(args, 0, context)?)).into())
}

fn text(args: &[JsValue], index: usize, context: &mut Context) -> JsResult<String> {
    Ok(argument(args, index).to_string(context)?.to_std_string_lossy())
}

fn with(args: &[JsValue], then: impl FnOnce(&Record) -> JsValue) -> JsResult<JsValue> {
    let object = argument(args, 0).as_object();
    match object.as_ref().and_then(JsObject::downcast_ref::<Record>) {
        Some(record) => Ok(then(&record)),
        None => Err(JsNativeError::typ().with_message("this is no URL").into()),
    }
}
