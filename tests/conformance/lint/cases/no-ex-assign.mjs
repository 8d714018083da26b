const script = (code) => ({ code, languageOptions: { sourceType: 'script' } });

export default {
  valid: ['try { } catch (e) { three = 2 + 1; }', 'try { } catch ({e}) { this.something = 2; }', 'function foo() { try { } catch (e) { return false; } }', 'try {} catch { e = 1 }', 'try {} catch (e) { let e2 = e; e2 = 1; (e => { e = 1 }) }', 'try {} catch (e) {} e = 1', script('try {} catch (e) { var e = 1 }')],
  invalid: [
    'try { } catch (e) { e = 10; }', 'try { } catch (ex) { ex = 10; }', 'try { } catch (ex) { [ex] = []; }', 'try { } catch (ex) { ({x: ex = 0} = {}); }', 'try { } catch ({message}) { message = 10; }', 'try {} catch ([a, { b = a, ...c }]) { a++; b = 1; for (c of d); }', 'try {} catch (e) { () => { e += 1 } }',
    script('try {} catch (e) { var e; e = 1 }'), 'try {} catch (e) { try {} catch (f) { e = f } }', { code: 'try {} catch (e: unknown) { e = 1 }', filename: 'file.ts' },
  ],
};
