'use strict';
(function ({ primordials, require }) {
  const { Error, ObjectDefineProperty, ObjectKeys, SymbolToStringTag } = primordials;

  const CODES = {
    __proto__: null,
    IndexSizeError: 1,
    HierarchyRequestError: 3,
    WrongDocumentError: 4,
    InvalidCharacterError: 5,
    NoModificationAllowedError: 7,
    NotFoundError: 8,
    NotSupportedError: 9,
    InUseAttributeError: 10,
    InvalidStateError: 11,
    SyntaxError: 12,
    InvalidModificationError: 13,
    NamespaceError: 14,
    InvalidAccessError: 15,
    TypeMismatchError: 17,
    SecurityError: 18,
    NetworkError: 19,
    AbortError: 20,
    URLMismatchError: 21,
    QuotaExceededError: 22,
    TimeoutError: 23,
    InvalidNodeTypeError: 24,
    DataCloneError: 25,
  };
  const CONSTANTS = {
    __proto__: null,
    INDEX_SIZE_ERR: 1,
    DOMSTRING_SIZE_ERR: 2,
    HIERARCHY_REQUEST_ERR: 3,
    WRONG_DOCUMENT_ERR: 4,
    INVALID_CHARACTER_ERR: 5,
    NO_DATA_ALLOWED_ERR: 6,
    NO_MODIFICATION_ALLOWED_ERR: 7,
    NOT_FOUND_ERR: 8,
    NOT_SUPPORTED_ERR: 9,
    INUSE_ATTRIBUTE_ERR: 10,
    INVALID_STATE_ERR: 11,
    SYNTAX_ERR: 12,
    INVALID_MODIFICATION_ERR: 13,
    NAMESPACE_ERR: 14,
    INVALID_ACCESS_ERR: 15,
    VALIDATION_ERR: 16,
    TYPE_MISMATCH_ERR: 17,
    SECURITY_ERR: 18,
    NETWORK_ERR: 19,
    ABORT_ERR: 20,
    URL_MISMATCH_ERR: 21,
    QUOTA_EXCEEDED_ERR: 22,
    TIMEOUT_ERR: 23,
    INVALID_NODE_TYPE_ERR: 24,
    DATA_CLONE_ERR: 25,
  };

  // Its objects are errors of the engine with their name as a property of their own, so that a result shows both.
  class DOMException extends Error {
    constructor(message = '', options = 'Error') {
      super(`${message}`);
      let name = options;
      if (options !== null && typeof options === 'object') {
        name = options.name ?? 'Error';
        if ('cause' in options) hidden(this, 'cause', options.cause);
      }
      name = `${name}`;
      hidden(this, 'name', name);
      hidden(this, 'code', CODES[name] ?? 0);
      hidden(this, 'message', `${message}`);
    }
  }
  function hidden(object, key, value) {
    ObjectDefineProperty(object, key, { value, writable: true, enumerable: false, configurable: true });
  }
  ObjectDefineProperty(DOMException.prototype, SymbolToStringTag, { value: 'DOMException', configurable: true });
  const names = ObjectKeys(CONSTANTS);
  for (let i = 0; i < names.length; i++) {
    const constant = { value: CONSTANTS[names[i]], enumerable: true };
    ObjectDefineProperty(DOMException, names[i], constant);
    ObjectDefineProperty(DOMException.prototype, names[i], constant);
  }
  return { DOMException };
});
