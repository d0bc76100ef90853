// Names of tools in nightjar.yaml that name none.

import { describe, expect, it } from 'vitest';
import { toolNameWarnings } from '../../../src/config/list-names.js';
import { load } from '../../support/config-home.js';

const KNOWN = ['read', 'memory_search', 'group:memory', 'group:fs', '*'];
const warnings = (yaml: string) => toolNameWarnings(load({ yaml, env: { T: '1:a' } }), KNOWN);

describe('toolNameWarnings', () => {
  it('says nothing of what is there, nor where nothing is written', () => {
    expect(warnings('')).toEqual([]);
    expect(warnings('tools: { allow: ["*", "group:fs"], deny: [read] }')).toEqual([]);
  });

  it('names the list, the name, and what was probably meant, once each', () => {
    expect(
      warnings(`
tools:
  allow: [memory-serch, memory-serch]
  deny: [シェル]
  scopes:
    - { scope: main, allow: [read] }
    - { scope: "person:安", deny: ["group:memroy"] }
channels:
  telegram: { token: "\${T}", groups: { "-100:5": { tools: [reed] } } }
`),
    ).toEqual([
      'nightjar.yaml: tools.allow names "memory-serch", and there is no such tool. Did you mean memory_search?',
      'nightjar.yaml: tools.deny names "シェル", and there is no such tool. `nightjar tools list` names them.',
      'nightjar.yaml: tools.scopes[1].deny names "group:memroy", and there is no such tool. Did you mean group:memory?',
      'nightjar.yaml: channels.telegram.groups.-100:5.tools names "reed", and there is no such tool. Did you mean read?',
    ]);
  });
});
