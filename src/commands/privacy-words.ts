// /privacy in words: what is remembered in a chat, who reads it, for how long, and what a choice means. Pure.

import type { Scope } from '../contracts/index.js';
import { amount, counted } from '../text/amount.js';
import type { PrivacyHere, PrivacyWish, Remembered } from './privacy-desk.js';

const MOST_DAYS = 36_500;
const MENTIONS = /^(?:only[ -])?(?:mentions?|mentioned)(?:[ -]only)?$/;
const DAYS = /^(?:days\s*)?(\d{1,5})\s*(?:d|days?|天|日|일)?$/;

/** What was typed behind the name; 'show' for nothing, undefined for what is no choice. */
export function readWish(args: string): PrivacyWish | 'show' | undefined {
  const text = args.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ');
  if (text === '') return 'show';
  if (text === 'on' || text === 'off') return { remember: text };
  if (MENTIONS.test(text)) return { remember: 'mentioned' };
  if (/^(?:for ?ever|always)$/.test(text)) return { days: 0 };
  const days = Number(DAYS.exec(text)?.[1] ?? Number.NaN);
  return days >= 1 && days <= MOST_DAYS ? { days } : undefined;
}

export function usageWords(scope: Scope): string {
  const modes = scope.kind === 'group' ? ['on', 'mentions', 'off'] : ['on', 'off'];
  const all = [...modes, '30 days', 'forever'].map((verb) => `\`/privacy ${verb}\``);
  return `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
}

export function hereWords(scope: Scope, here: PrivacyHere, mayChange: boolean): string {
  return [
    `Remembered here: ${rememberedWords(here.remembered)}.`,
    `Who can read it: ${readersOf(scope, here.elsewhere)}`,
    `What holds: ${holdsWords(scope, here.rule.remember)}`,
    `For how long: ${daysWords(here.rule.days)} ${passingWords(here.passing)}`,
    mayChange
      ? `To change it: ${usageWords(scope)}. To forget: \`/forget\`.`
      : 'The admins of this chat and my owner can change it with `/privacy`, and have things forgotten with `/forget`.',
  ].join('\n\n');
}

function rememberedWords({ messages, atLeast, logs, snapshots, longTermLines, files, since }: Remembered): string {
  const parts = [
    messages > 0 ? `${atLeast ? 'more than ' : ''}${counted(messages, 'message')} of conversations` : '',
    logs > 0 ? counted(logs, 'daily log') : '',
    snapshots > 0 ? `${amount(snapshots)} ${snapshots === 1 ? 'end' : 'ends'} of conversations` : '',
    longTermLines > 0 ? `${counted(longTermLines, 'line')} of long-term memory` : '',
    files > 0 ? counted(files, 'received file') : '',
  ].filter((part) => part !== '');
  if (parts.length === 0) return 'nothing yet';
  const listed = parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : parts[0];
  return `${listed}${since === undefined ? '' : `, since ${since}`}`;
}

function readersOf(scope: Scope, elsewhere: PrivacyHere['elsewhere']): string {
  if (scope.kind === 'group') {
    return 'this chat, and my owner. No other chat does, and nobody in a conversation of their own with me.';
  }
  if (scope.kind === 'person') return 'you, and my owner. No group and nobody else does, whoever asks there.';
  const { groups = 0, people = 0 } = elsewhere ?? {};
  const others = [
    ...(groups > 0 ? [counted(groups, 'group')] : []),
    ...(people > 0 ? [people === 1 ? '1 person' : `${amount(people)} people`] : []),
  ];
  const theirs =
    others.length === 0
      ? ''
      : ` You may also read what I remember of ${others.join(' and ')}: I look there when you ask for it, and say whose it is.`;
  return `only you. Groups and other people never do, whoever asks there, you included.${theirs}`;
}

function holdsWords(scope: Scope, remember: PrivacyHere['rule']['remember']): string {
  if (remember === 'off') return '`off`. I remember nothing of what is said; a conversation leaves with its end.';
  if (remember === 'mentioned') {
    return '`mentions`. I keep what is said to me, with what it quotes, and my answers. What others say among themselves never reaches my disk.';
  }
  return scope.kind === 'group'
    ? '`on`. I keep what is said to me and around it, and my answers.'
    : '`on`. I keep what we write to each other.';
}

function daysWords(days: number | undefined): string {
  return days === undefined
    ? 'until it is forgotten.'
    : `${counted(days, 'day')}; then logs, conversations and files go. Long-term memory stays, because it is short and chosen.`;
}

function passingWords({ messagesDays, filesDays }: PrivacyHere['passing']): string {
  return `Messages that were answered leave my queues after ${counted(messagesDays, 'day')}, received files after ${counted(filesDays, 'day')} at most.`;
}

/** What follows from a choice. */
export function chosenWords(scope: Scope, before: PrivacyHere['rule'], wish: PrivacyWish): string {
  const { remember, days } = wish;
  if (days !== undefined && days > 0) {
    return `I keep logs, conversations and files of this chat for ${counted(days, 'day')} from now on; what is older goes within the hour or so. Long-term memory stays, because it is short and chosen: \`/forget\` takes things out of it.`;
  }
  if (days === 0) return 'I keep what I remember here until it is forgotten. `/forget` does that.';
  if (remember === 'off') {
    return 'From the next message on I remember nothing of this chat: I write nothing down, and a conversation is gone from my disk when it ends with /new, or after a day of silence. What I remember from before stays, and I may still use it; `/forget` takes it away.';
  }
  if (remember === 'mentioned') {
    return 'From the next message on I keep only what is said to me, with what it quotes, and my answers, and I answer nothing else. What you say among yourselves leaves no trace with me. What I remember from before stays; `/forget` takes it away.';
  }
  const afresh =
    before.remember === 'off' ? ' We begin a new conversation with it: this one leaves as it was meant to.' : '';
  return `From the next message on I remember ${scope.kind === 'group' ? 'what is said here' : 'what we write to each other'}.${afresh}`;
}
