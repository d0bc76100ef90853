// Which sentences the stand-in takes in which language. It knows no sentence itself.

import type { Language } from '../../text/language.js';
import { cjkPhrases } from './phrases-cjk.js';
import { latinPhrases } from './phrases-latin.js';
import type { Phrases } from './phrases-shape.js';

export const phrases: Readonly<Record<Language, Phrases>> = { ...latinPhrases, ...cjkPhrases };
