//! `agent/no-dom`: disallow access to the document and the window.
//!
//! Code without a document cannot change what the user sees, or read what the user types.
//! It finds uses by other names, through destructuring, default values, parameters, the global object, constant
//! texts and modules of the project. A question such as `typeof` is no use.
//! `dynamicAccess` reports members of a global object whose names are unknown.
//!
//! What it cannot see: what code gets from properties of its own objects, from collections and from events. Nor does it
//! see what functions of other packages return, and `this` of functions that others call.
//!
//! Options: `{ allow: [], allowDynamicAccess: false }`. `allow` lists names and modules, as messages show them.
//!
//! ```js fails
//! const find = document.querySelector.bind(document);
//! ```
//!
//! ```js passes
//! function render(document) { return document.title; }
//! ```

use super::capability::{Capability, MESSAGES, check};
use crate::rules::prelude::*;

const CAPABILITY: Capability = Capability {
    globals: &["document", "customElements", "location", "history", "navigation", "DOMParser", "XMLSerializer", "Image", "Audio", "Option", "MutationObserver", "IntersectionObserver", "ResizeObserver", "getComputedStyle", "getSelection", "matchMedia", "alert", "confirm", "prompt", "print", "open", "HTMLElement", "Element", "Node", "ShadowRoot", "Comment", "CSSStyleSheet", "Document", "DocumentFragment", "HTML*Element", "MathMLElement", "Notification", "Range", "SVG*Element", "Text", "moveBy", "moveTo", "navigator.clipboard", "resizeBy", "resizeTo", "screen", "scroll", "scrollBy", "scrollTo", "trustedTypes", "visualViewport"],
    ..Capability::NONE
};

pub(crate) const RULE: Rule = Rule {
    id: "agent/no-dom",
    messages: MESSAGES,
    run: Run::Configured(|options| check(&CAPABILITY, options)),
    ..Rule::DEFAULT
};
