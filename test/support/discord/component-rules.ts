// The rules for rows and buttons below a message.

import { list, record } from './body.js';
import type { FormErrors } from './errors.js';

type Path = (string | number)[];

const ROW = 1;
const BUTTON = 2;
const MENUS = [3, 5, 6, 7, 8];
const LINK = 5;

export function checkComponents(value: unknown, errors: FormErrors): void {
  if (value === undefined || value === null) return;
  const rows = list(value);
  if (rows.length > 5) errors.add(['components'], 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 5 in length.');
  const seen = new Set<string>();
  for (const [at, row] of rows.entries()) {
    const path: Path = ['components', at];
    const { type, components } = record(row);
    if (type !== ROW) {
      errors.add([...path, 'type'], 'UNION_TYPE_CHOICES', 'Value of field "type" must be one of (1,).');
      continue;
    }
    const inner = list(components);
    if (inner.length < 1 || inner.length > 5) {
      errors.add([...path, 'components'], 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 5 in length.');
    }
    for (const [index, one] of inner.entries()) checkOne(record(one), [...path, 'components', index], seen, errors);
  }
}

function checkOne(one: Record<string, unknown>, path: Path, seen: Set<string>, errors: FormErrors): void {
  const isMenu = MENUS.includes(Number(one.type));
  if (one.type !== BUTTON && !isMenu) {
    const words = 'Value of field "type" must be one of (2, 3, 4, 5, 6, 7, 8).';
    return void errors.add([...path, 'type'], 'UNION_TYPE_CHOICES', words);
  }
  if (one.type === BUTTON) {
    const style = Number(one.style);
    if (!(style >= 1 && style <= 5)) {
      errors.add([...path, 'style'], 'BASE_TYPE_CHOICES', 'Value must be one of (1, 2, 3, 4, 5).');
    }
    errors.length([...path, 'label'], one.label, 0, 80);
    if (!one.label && !one.emoji) errors.required([...path, 'label']);
    if (style === LINK) {
      if (!/^(https?|discord):\/\//.test(String(one.url))) errors.required([...path, 'url']);
      return;
    }
  }
  errors.length([...path, 'custom_id'], one.custom_id, 1, 100);
  const id = String(one.custom_id);
  if (seen.has(id)) {
    const words = 'Component custom id cannot be duplicated';
    errors.add([...path, 'custom_id'], 'COMPONENT_CUSTOM_ID_DUPLICATED', words);
  }
  seen.add(id);
}
