const r = String.raw;

export default {
  valid: [r`var foo = /^abc[a-zA-Z]/;`, 'var regExp = new RegExp("^abc[]");', r`var foo = /^abc/;`, r`var foo = /[\[]/;`, r`var foo = /[\]]/;`, r`var foo = /\[][\]]/;`, r`var foo = /[a-zA-Z\[]/;`, r`var foo = /[[]/;`, r`var foo = /[\[a-z[]]/;`, r`var foo = /[\-\[\]\/\{\}\(\)\*\+\?\.\\^\$\|]/g;`, r`var foo = /\s*:\s*/gim;`, r`var foo = /[^]/;`, r`var foo = /\[][^]/;`, r`var foo = /[\]]/uy;`, r`var foo = /[\]]/s;`, r`var foo = /\[]/`, r`var foo = /[[^]]/v;`, r`var foo = /[[\]]]/v;`, r`var foo = /[[\[]]/v;`, r`var foo = /[a--b]/v;`, r`var foo = /[a&&b]/v;`, r`var foo = /[[a][b]]/v;`, r`var foo = /[\q{}]/v;`, r`var foo = /[[^]--\p{ASCII}]/v;`],
  invalid: [r`var foo = /^abc[]/;`, r`var foo = /foo[]bar/;`, r`if (foo.match(/^abc[]/)) {}`, r`if (/^abc[]/.test(foo)) {}`, r`var foo = /[]]/;`, r`var foo = /\[[]/;`, r`var foo = /\[\[\]a-z[]/;`, r`var foo = /[]]/d;`, r`var foo = /[(]\u{0}*[]/u;`, r`var foo = /[]/v;`, r`var foo = /[[]]/v;`, r`var foo = /[[a][]]/v;`, r`var foo = /[a[[b[]c]]d]/v;`, r`var foo = /[a--[]]/v;`, r`var foo = /[[]--b]/v;`, r`var foo = /[a&&[]]/v;`, r`var foo = /[[]&&b]/v;`, r`/[][]/; /(?<=[])a|(?:[])*/`],
};
