'use strict';
// `console.table` as text; undefined for what is no table.
(function ({ primordials, native }) {
  const {
    ArrayPrototypePush,
    ArrayPrototypeIndexOf,
    ObjectKeys,
    ObjectPrototypeHasOwnProperty,
    StringPrototypeRepeat,
    StringPrototypePadEnd,
    ArrayIsArray,
  } = primordials;

  const object = (value) => value !== null && typeof value === 'object';
  const shown = (value) => native.inspect(value, 0);
  const cell = (value) => native.inspect(value, object(value) ? 1 : 0);
  // Rows are walked in the host's memory: more than this is no table that a person reads.
  const MAX_ROWS = 1000;

  function render(head, rows) {
    const widths = [];
    for (let i = 0; i < head.length; i++) {
      widths[i] = head[i].length + 2;
      for (let j = 0; j < rows.length; j++) if ((rows[j][i] ?? '').length + 2 > widths[i]) widths[i] = rows[j][i].length + 2;
    }
    const line = (left, middle, right) => {
      let out = left;
      for (let i = 0; i < widths.length; i++) out += `${StringPrototypeRepeat('─', widths[i])}${i === widths.length - 1 ? right : middle}`;
      return out;
    };
    const row = (cells) => {
      let out = '│';
      for (let i = 0; i < widths.length; i++) out += ` ${StringPrototypePadEnd(cells[i] ?? '', widths[i] - 1)}│`;
      return out;
    };
    let out = `${line('┌', '┬', '┐')}\n${row(head)}\n${line('├', '┼', '┤')}\n`;
    for (let i = 0; i < rows.length; i++) out += `${row(rows[i])}\n`;
    return out + line('└', '┴', '┘');
  }

  function table(data, columns = undefined) {
    if (!object(data)) return undefined;
    const kind = native.kind(data),
      rows = [];
    if (kind === 'Map') {
      primordials.MapPrototypeForEach(data, (value, key) => {
        if (rows.length < MAX_ROWS) ArrayPrototypePush(rows, [`${rows.length}`, shown(key), cell(value)]);
      });
      return render(['(iteration index)', 'Key', 'Values'], rows);
    }
    if (kind === 'Set') {
      primordials.SetPrototypeForEach(data, (value) => {
        if (rows.length < MAX_ROWS) ArrayPrototypePush(rows, [`${rows.length}`, cell(value)]);
      });
      return render(['(iteration index)', 'Values'], rows);
    }
    const keys = ArrayIsArray(columns) ? columns : [],
      open = !ArrayIsArray(columns);
    const indices = ObjectKeys(data),
      values = [];
    let plain = false;
    const cells = [];
    for (let i = 0; i < indices.length && i < MAX_ROWS; i++) {
      const item = data[indices[i]],
        found = { __proto__: null };
      if (!object(item)) {
        plain = true;
        values[i] = cell(item);
      } else {
        const own = ObjectKeys(item);
        for (let j = 0; j < own.length; j++) {
          if (open && ArrayPrototypeIndexOf(keys, own[j]) < 0) ArrayPrototypePush(keys, own[j]);
          if (ObjectPrototypeHasOwnProperty(item, own[j])) found[own[j]] = cell(item[own[j]]);
        }
      }
      cells[i] = found;
    }
    const head = ['(index)'];
    for (let j = 0; j < keys.length; j++) ArrayPrototypePush(head, `${keys[j]}`);
    if (plain) ArrayPrototypePush(head, 'Values');
    for (let i = 0; i < cells.length; i++) {
      const row = [indices[i]];
      for (let j = 0; j < keys.length; j++) ArrayPrototypePush(row, cells[i][keys[j]] ?? '');
      if (plain) ArrayPrototypePush(row, values[i] ?? '');
      ArrayPrototypePush(rows, row);
    }
    return render(head, rows);
  }
  return { table };
});
