// Event
(() => { const e = new Event('x', { bubbles: true, cancelable: true, composed: true }); return [e.type, e.bubbles, e.cancelable, e.composed, e.defaultPrevented, e.target, e.currentTarget, e.eventPhase, e.isTrusted, e.returnValue, e.cancelBubble, e.composedPath()] })()
caught(() => new Event())
caught(() => new Event('x', 1))
[new Event(5).type, new Event(null).type, new Event(undefined).type]
[Event.NONE, Event.CAPTURING_PHASE, Event.AT_TARGET, Event.BUBBLING_PHASE, new Event('a').AT_TARGET]
Object.prototype.toString.call(new Event('x'))
Object.keys(Event.prototype).sort()
Object.keys(EventTarget.prototype).sort()
(() => { const e = new Event('x', { cancelable: true }); e.preventDefault(); return [e.defaultPrevented, e.returnValue] })()
(() => { const e = new Event('x'); e.preventDefault(); return e.defaultPrevented })()
[new CustomEvent('x', { detail: { a: 1 } }).detail, new CustomEvent('x').detail, new CustomEvent('x') instanceof Event]
caught(() => new CustomEvent())
// EventTarget
(() => { const t = new EventTarget(), log = []; t.addEventListener('a', function (e) { log.push([this === t, e.target === t, e.currentTarget === t, e.eventPhase, e.composedPath()[0] === t]) }); const r = t.dispatchEvent(new Event('a')); return [log, r] })()
(() => { const t = new EventTarget(), log = []; const f = () => log.push('f'); t.addEventListener('a', f); t.addEventListener('a', f); t.addEventListener('a', f, true); t.dispatchEvent(new Event('a')); t.removeEventListener('a', f); t.dispatchEvent(new Event('a')); t.removeEventListener('a', f, { capture: true }); t.dispatchEvent(new Event('a')); return log })()
(() => { const t = new EventTarget(), log = []; t.addEventListener('a', () => log.push(1), { once: true }); t.dispatchEvent(new Event('a')); t.dispatchEvent(new Event('a')); return log })()
(() => { const t = new EventTarget(), log = []; t.addEventListener('a', { handleEvent(e) { log.push(e.type, this.x) }, x: 5 }); t.dispatchEvent(new Event('a')); return log })()
(() => { const t = new EventTarget(); t.addEventListener('a', (e) => e.preventDefault()); return [t.dispatchEvent(new Event('a', { cancelable: true })), t.dispatchEvent(new Event('a'))] })()
(() => { const t = new EventTarget(); t.addEventListener('a', (e) => e.preventDefault(), { passive: true }); return t.dispatchEvent(new Event('a', { cancelable: true })) })()
(() => { const t = new EventTarget(), log = []; t.addEventListener('a', (e) => { log.push(1); e.stopImmediatePropagation() }); t.addEventListener('a', () => log.push(2)); t.dispatchEvent(new Event('a')); return log })()
(() => { const t = new EventTarget(), log = []; t.addEventListener('a', () => { log.push(1); t.addEventListener('a', () => log.push('late')) }); t.dispatchEvent(new Event('a')); return log })()
(() => { const t = new EventTarget(), log = []; const b = () => log.push('b'); t.addEventListener('a', () => { log.push('a'); t.removeEventListener('a', b) }); t.addEventListener('a', b); t.dispatchEvent(new Event('a')); return log })()
(() => { const t = new EventTarget(), log = [], c = new AbortController(); t.addEventListener('a', () => log.push(1), { signal: c.signal }); t.dispatchEvent(new Event('a')); c.abort(); t.dispatchEvent(new Event('a')); t.addEventListener('a', () => log.push(2), { signal: c.signal }); t.dispatchEvent(new Event('a')); return log })()
caught(() => new EventTarget().dispatchEvent({ type: 'x' }))
caught(() => new EventTarget().dispatchEvent())
caught(() => new EventTarget().addEventListener('a'))
caught(() => new EventTarget().addEventListener('a', 5))
(() => { const t = new EventTarget(); let r; t.addEventListener('a', (e) => { r = caught(() => t.dispatchEvent(e)) }); t.dispatchEvent(new Event('a')); return r })()
(() => { class T extends EventTarget { fire() { return this.dispatchEvent(new CustomEvent('x', { detail: 3 })) } } const t = new T(); let d; t.addEventListener('x', (e) => { d = e.detail }); t.fire(); return d })()
caught(() => EventTarget.prototype.addEventListener.call({}, 'a', () => {}))
(() => { const t = new EventTarget(); const e = new Event('x'); t.dispatchEvent(e); return [e.target === t, e.currentTarget, e.composedPath().length, t.dispatchEvent(e)] })()
// AbortController
(() => { const c = new AbortController(), log = []; c.signal.addEventListener('abort', (e) => log.push(e.type, e.target === c.signal)); c.signal.onabort = () => log.push('on'); c.abort(); c.abort('again'); return [log, c.signal.aborted, c.signal.reason.name, c.signal.reason.message, c.signal.reason.code] })()
(() => { const c = new AbortController(); c.abort('why'); return [c.signal.reason, caught(() => { try { c.signal.throwIfAborted() } catch (e) { return e } })] })()
(() => { const s = AbortSignal.abort(); return [s.aborted, s.reason.name, s.reason instanceof DOMException, s.reason instanceof Error] })()
AbortSignal.abort(7).reason
caught(() => new AbortSignal())
new Promise((done) => { const s = AbortSignal.timeout(5); const hold = setTimeout(() => {}, 50); s.onabort = () => { clearTimeout(hold); done([s.aborted, s.reason.name, s.reason.code, s.reason.message]) } })
(() => { const a = new AbortController(), b = new AbortController(), s = AbortSignal.any([a.signal, b.signal]), t = AbortSignal.any([s]); const log = []; s.onabort = () => log.push('s'); b.abort('B'); a.abort('A'); return [s.aborted, s.reason, t.reason, log] })()
[AbortSignal.any([]).aborted, AbortSignal.any([AbortSignal.abort(1)]).reason]
caught(() => AbortSignal.any([1]))
[Object.prototype.toString.call(new AbortController()), Object.prototype.toString.call(new AbortController().signal), new AbortController().signal.onabort]
[Object.keys(AbortController.prototype), Object.keys(AbortSignal.prototype)]
caught(() => AbortSignal.timeout(-1))
caught(() => AbortSignal.timeout('x'))
// DOMException
(() => { const e = new DOMException('m', 'NotFoundError'); return [e.name, e.message, e.code, e instanceof Error, e instanceof DOMException, String(e), Object.prototype.toString.call(e), Object.keys(e)] })()
(() => { const e = new DOMException(); return [e.name, e.message, e.code, String(e)] })()
[DOMException.ABORT_ERR, DOMException.prototype.TIMEOUT_ERR, DOMException.DATA_CLONE_ERR]
new DOMException('a', { name: 'TimeoutError', cause: 5 }).cause
typeof new DOMException('x').stack
