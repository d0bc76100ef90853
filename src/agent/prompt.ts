// Builds the system prompt from fixed sections, and the block of files behind it. Pure but for the section texts beside it,
// which are read once. Must never hold a date, a count or anything else that changes between two turns of an epoch.

import { readFileSync } from 'node:fs';
import type { Bootstrap, MemoryDoc, Scope, ToolSpec } from '../contracts/index.js';
import { fence } from './fence.js';

/** Whether answers name the file and line they rest on. auto: in private, not in groups. */
export type Citations = 'auto' | 'on' | 'off';

/** full: a conversation; minimal: a run without a person; none: no prompt at all. */
export type PromptMode = 'full' | 'minimal' | 'none';

/** Where the program runs. Only main is told more than the time zone. */
export interface RuntimeFacts {
  version: string;
  host: string;
  platform: string;
  home: string;
  timezone: string;
}

export interface PromptParts {
  /** Default full. */
  mode?: PromptMode;
  scope: Scope;
  tools: readonly ToolSpec[];
  /** What text looks like on this channel; '' where the conversation goes over several. */
  channelHint: string;
  runtime: RuntimeFacts;
  /** The model's id. */
  model: string;
  citations: Citations;
  /** How to behave in this chat, in the operator's words. */
  persona?: string | undefined;
  /** Where the chat's own files are, with `/` at its end; '' or absent: at the top of the workspace. */
  folder?: string | undefined;
  /** The list of skills; '' or absent: there are none. */
  skills?: string | undefined;
}

const sections = {
  identity: section('identity'),
  style: section('style'),
  safety: section('safety'),
  skills: section('skills'),
  memory: section('memory'),
  memoryCite: section('memory-cite'),
  memoryUncited: section('memory-uncited'),
  memoryWrite: section('memory-write'),
  memoryMain: section('memory-main'),
  private: section('private'),
  workspace: section('workspace'),
  group: section('group'),
  files: section('files'),
  subagent: section('subagent'),
  apart: section('apart'),
};

/** Byte-identical for equal parts. */
export function systemPrompt(parts: PromptParts): string {
  const { mode = 'full', scope, tools, channelHint, citations, persona, folder = '', skills = '' } = parts;
  if (mode === 'none') return '';
  const isFull = mode === 'full';
  const blocks = [
    sections.identity,
    tools.length > 0 &&
      `# Tools\n${tools.map((tool) => `- ${tool.name}: ${firstSentence(tool.description)}`).join('\n')}`,
    skills !== '' && `# Skills\n${sections.skills}\n${skills}`,
    isFull && `# Style\n${sections.style}`,
    `# Safety\n${sections.safety}`,
    memorySection(scope, tools, citations),
    `# Workspace\n${sections.workspace}${folder === '' ? '' : `\nThe files of this chat are those below ${folder}.`}`,
    isFull &&
      [`# This chat\n${scope.kind === 'group' ? sections.group : sections.private}`, channelHint, persona]
        .filter((part) => part !== undefined && part !== '')
        .join('\n'),
    `# Runtime\n${runtimeLine(parts)}`,
  ];
  return blocks.filter((block) => block !== false).join('\n\n');
}

/** How any run inside a session begins: without a word of the conversation, and without a file. */
export function subagentPrompt(): string {
  return `${sections.subagent}\n\n# Safety\n${sections.safety}`;
}

/** What holds in a run of a skill, and the skill: `text` as far as there is room for it, `more` says where it goes on. */
export function skillPrompt({ name, text, more }: { name: string; text: string; more: string }): string {
  const block = fence('skill', { name: name.replaceAll('"', '') }, text);
  return [`# This run\n${sections.apart}`, `# Skill\n${block}${more === '' ? '' : `\n${more}`}`].join('\n\n');
}

/** The files behind the system prompt, each between marks that nobody can write into it; '' without any. */
export function filesPrompt({ docs, leftOut }: Pick<Bootstrap, 'docs' | 'leftOut'>): string {
  if (docs.length === 0 && leftOut.length === 0) return '';
  const missing = leftOut.map(({ path, characters }) => `[${path}: all of its ${characters} characters are left out]`);
  return [`# Files\n${sections.files}`, ...docs.map(fileBlock), ...missing].join('\n');
}

/** Outside main no host, path or account: others read what comes of it. */
function runtimeLine({ scope, runtime, model }: PromptParts): string {
  const { version, host, platform, home, timezone } = runtime;
  if (scope.kind !== 'main') return `Time zone ${timezone}.`;
  return `Nightjar ${version} on ${host} (${platform}), home ${home}, model ${model}, time zone ${timezone}.`;
}

/** How to recall and to write down, as far as there are tools for it. */
function memorySection(scope: Scope, tools: readonly ToolSpec[], citations: Citations): string | false {
  const has = (name: string) => tools.some((tool) => tool.name === name);
  const cites = citations === 'auto' ? scope.kind !== 'group' : citations === 'on';
  const parts = [
    has('memory_search') && sections.memory,
    has('memory_search') && (cites ? sections.memoryCite : sections.memoryUncited),
    has('memory_write') && sections.memoryWrite,
    has('memory_write') && scope.kind === 'main' && sections.memoryMain,
  ].filter((part) => part !== false);
  return parts.length > 0 && `# Memory\n${parts.join('\n')}`;
}

/** As it stands in the prompt. */
export function fileBlock({ path, text }: Pick<MemoryDoc, 'path' | 'text'>): string {
  return fence('file', { path }, text);
}

function firstSentence(text: string): string {
  return text.split(/(?<=[.!?])\s/)[0] ?? text;
}

function section(name: string): string {
  return readFileSync(new URL(`./prompts/${name}.md`, import.meta.url), 'utf8').trimEnd();
}
