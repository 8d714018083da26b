export default {
  valid: [
    'try { a } catch ({ a }) { throw a }', 'try {} catch (e) { "use"; throw e }',
    'try { foo(); } catch (err) { console.error(err); }', 'try { foo(); } catch (err) { console.error(err); } finally { bar(); }', 'try { foo(); } catch (err) { doSomethingBeforeRethrow(); throw err; }', 'try { foo(); } catch (err) { throw err.msg; }', 'try { foo(); } catch (err) { throw new Error("x"); }', 'try { foo(); } catch { throw err; }', 'try { foo(); } catch ({ err }) { throw err; }', 'try { foo(); } catch ([ err ]) { throw err; }', 'try { foo(); } catch (err) { }', 'try {} finally {}', 'async () => { try { await doSomething(); } catch (e) { doSomethingAfterCatch(); throw e; } }', 'try { throw new Error("foo"); } catch { throw new Error("foo"); }', 'try {} catch (e) { ; throw e }', 'try {} catch (e) { { throw e } }', 'try {} catch (e) { throw f }', 'try {} catch (e) { throw (0, e) }', { code: 'try {} catch (e) { throw e as Error }', filename: 'file.ts' },
  ],
  invalid: [
    'try { a } catch (a) { throw a } finally {}',
    'try { foo(); } catch (err) { throw err; }', 'try { foo(); } catch (err) { throw err; } finally { foo(); }', 'try { foo(); } catch (err) { /* some comment */ throw err; }', 'try { foo(); } catch (err) { /* some comment */ throw err; } finally { foo(); }', 'async () => { try { await doSomething(); } catch (e) { throw e; } }', 'async () => { try { await a() } catch (e) { throw e } finally { a() } }', 'try {} catch (e) { throw (e) }', 'try {} catch (e) { throw e; f() }', 'try { try { a } catch (e) { throw e } } catch (e) { throw e }', 'a: try {\n} catch (\\u0065) {\n throw e }', { code: 'try {} catch (e: unknown) { throw e }', filename: 'file.ts' },
  ],
};
