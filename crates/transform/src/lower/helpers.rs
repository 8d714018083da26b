//! Helper functions that lowered text calls, inserted before it.

/// The object through which the transformer calls its helpers.
const OBJECT: &str = "babelHelpers";

/// Name and text of each helper. They behave as documented for `tslib` and the transformer's runtime.
const HELPERS: [(&str, &str); 4] = [
    ("decorate", DECORATE),
    ("decorateMetadata", DECORATE_METADATA),
    ("decorateParam", DECORATE_PARAM),
    ("usingCtx", USING_CTX),
];

const DECORATE: &str = "function(decorators,target,key,descriptor){\
const count=arguments.length;\
if(descriptor===null)descriptor=Object.getOwnPropertyDescriptor(target,key);\
let result=count<3?target:descriptor;\
if(typeof Reflect==='object'&&typeof Reflect.decorate==='function')result=Reflect.decorate(decorators,target,key,descriptor);\
else for(let i=decorators.length-1;i>=0;i--){const one=decorators[i];\
if(one)result=(count<3?one(result):count>3?one(target,key,result):one(target,key))||result}\
if(count>3&&result)Object.defineProperty(target,key,result);\
return result}";

const DECORATE_METADATA: &str = "function(key,value){\
if(typeof Reflect==='object'&&typeof Reflect.metadata==='function')return Reflect.metadata(key,value)}";

const DECORATE_PARAM: &str =
    "function(index,decorator){return function(target,key){decorator(target,key,index)}}";

/// `u` and `a` register resources of `using` and `await using`, `e` is the error of the block, `d` disposes
/// of all resources.
const USING_CTX: &str = "function(){\
const none={},stack=[];\
const take=(waits,value)=>{\
if(value===null||value===undefined){if(waits)stack.push({waits});return value}\
if(Object(value)!==value)throw new TypeError('using declarations can only be used with objects, functions, null, or undefined.');\
let dispose=waits?value[Symbol.asyncDispose]:undefined,isSync=false;\
if(dispose===null||dispose===undefined){dispose=value[Symbol.dispose];isSync=waits}\
if(typeof dispose!=='function')throw new TypeError('Object is not disposable.');\
stack.push({value,dispose,waits,isSync});return value};\
return{e:none,u:(value)=>take(false,value),a:(value)=>take(true,value),d(){\
let error=this.e,owes=false;\
const failed=(thrown)=>{error=error===none?thrown:new SuppressedError(thrown,error,'An error was suppressed during disposal.')};\
const end=()=>{if(error!==none)throw error};\
const next=()=>{\
for(let one;(one=stack.pop());){\
if(!one.waits&&owes){owes=false;stack.push(one);return Promise.resolve().then(next)}\
try{\
if(!one.dispose){owes=true;continue}\
const result=one.dispose.call(one.value);\
if(one.waits){owes=false;return Promise.resolve(one.isSync?undefined:result).then(next,(thrown)=>{failed(thrown);return next()})}\
}catch(thrown){failed(thrown)}}\
return owes?Promise.resolve().then(end):end()};\
return next()}}}";

/// The text to insert before a lowered text, without line ends; usually empty.
pub(super) fn before(text: &str) -> String {
    if !text.contains(OBJECT) {
        return String::new();
    }
    let called = |name: &str| text.contains(&format!("{OBJECT}.{name}("));
    let used = HELPERS.iter().filter(|(name, _)| called(name));
    let used: Vec<String> = used.map(|(name, text)| format!("{name}:{text}")).collect();
    if used.is_empty() { String::new() } else { format!("const {OBJECT}={{{}}};", used.join(",")) }
}
