// A German dass-clause becomes a sentence where its parts are certain, and else stays as it was said.

import { describe, expect, it } from 'vitest';
import { asMainClause } from '../../../src/models/offline/dass-clause.js';

describe('asMainClause', () => {
  it.each([
    ['mein Auto in der Garage 12 steht.', 'mein Auto steht in der Garage 12'],
    ['Ada in Kyoto wohnt', 'Ada wohnt in Kyoto'],
    ['meine Schwester Ada in Kyoto wohnt', 'meine Schwester Ada wohnt in Kyoto'],
    ['das rote Auto in der Garage steht', 'das rote Auto steht in der Garage'],
    ['das Treffen um neun beginnt', 'das Treffen beginnt um neun'],
    ['meine Katze 12 Jahre alt ist', 'meine Katze ist 12 Jahre alt'],
    ['mein Auto rot ist', 'mein Auto ist rot'],
    ['mein Hund bellt', 'mein Hund bellt'],
    ['ich keine Nüsse esse', 'ich esse keine Nüsse'],
    ['ich Tee mag', 'ich mag Tee'],
    ['wir am 3. Mai heiraten', 'wir heiraten am 3. Mai'],
    ['Ada nach Kyoto ziehen will', 'Ada will nach Kyoto ziehen'],
    ['ihr Auto um 9:30 in der Garage war', 'ihr Auto war um 9:30 in der Garage'],
  ])('%s', (clause, sentence) => {
    expect(asMainClause(clause)).toBe(sentence);
  });

  it.each([
    ['meine Schwester Tee trinkt', 'two nouns in a row'],
    ['der Chef meiner Schwester in Kyoto wohnt', 'a genitive'],
    ['der Schlüssel von Ada unter dem Topf liegt', 'a noun that goes on'],
    ['ich um 9 Uhr aufstehe', 'a verb in two parts'],
    ['ich in Berlin wohne und Tee mag', 'two verbs'],
    ['Ada kommt, wenn es regnet', 'two clauses'],
    ['Ada morgen kommt. Sie bringt Kuchen', 'two sentences'],
    ['sie das hat machen sollen', 'an infinitive at the end'],
    ['das Unsinn ist', 'an article that is the subject'],
    ['Treffen um acht', 'no verb at all'],
    ['mein auto in der garage steht', 'nouns that nobody can see'],
    ['steht', 'nothing before the verb'],
  ])('leaves "%s" alone: %s', (clause) => {
    expect(asMainClause(clause)).toBeUndefined();
  });
});
