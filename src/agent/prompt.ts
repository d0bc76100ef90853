// Builds the system prompt from fixed sections and the scope's files. Pure but for the section texts beside it, which
// are read once. Must never hold a date, a count or anything else that changes between two turns of an epoch.

import { readFileSync } from 'node:fs';
import type { MemoryDoc, Scope, ToolSpec } from '../contracts/index.js';
import { fence } from './fence.js';

/** Whether answers name the file and line they rest on. auto: in private, not in groups. */
export type Citations = 'auto' | 'on' | 'off';

export interface PromptParts {
  scope: Scope;
  tools: readonly ToolSpec[];
  docs: readonly MemoryDoc[];
  /** What text looks like on this channel. */
  channelHint: string;
  citations: Citations;
  /** How to behave in this chat, in the operator's words. */
  persona?: string | undefined;
}

const sections = {
  identity: section('identity'),
  style: section('style'),
  safety: section('safety'),
  memory: section('memory'),
  memoryCite: section('memory-cite'),
  memoryUncited: section('memory-uncited'),
  memoryWrite: section('memory-write'),
  memoryMain: section('memory-main'),
  private: section('private'),
  group: section('group'),
  files: section('files'),
};

/** Byte-identical for equal parts. */
export function systemPrompt({ scope, tools, docs, channelHint, citations, persona }: PromptParts): string {
  const blocks = [
    sections.identity,
    tools.length > 0 &&
      `# Tools\n${tools.map((tool) => `- ${tool.name}: ${firstSentence(tool.description)}`).join('\n')}`,
    `# Style\n${sections.style}`,
    `# Safety\n${sections.safety}`,
    memorySection(scope, tools, citations),
    [`# This chat\n${scope.kind === 'group' ? sections.group : sections.private}`, channelHint, persona]
      .filter((part) => part !== undefined && part !== '')
      .join('\n'),
    docs.length > 0 && `# Files\n${sections.files}\n${docs.map(fileBlock).join('\n')}`,
  ];
  return blocks.filter((block) => block !== false).join('\n\n');
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

/** Nobody can write the end of a file into it. */
function fileBlock({ path, text }: MemoryDoc): string {
  return fence('file', { path }, text);
}

function firstSentence(text: string): string {
  return text.split(/(?<=[.!?])\s/)[0] ?? text;
}

function section(name: string): string {
  return readFileSync(new URL(`./prompts/${name}.md`, import.meta.url), 'utf8').trimEnd();
}
