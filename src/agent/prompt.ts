// Builds the system prompt from fixed sections and the scope's files. Pure but for the section texts beside it, which
// are read once. Must never hold a date, a count or anything else that changes between two turns of an epoch.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { MemoryDoc, Scope, ToolSpec } from '../contracts/index.js';

export interface PromptParts {
  scope: Scope;
  tools: readonly ToolSpec[];
  docs: readonly MemoryDoc[];
  /** What text looks like on this channel. */
  channelHint: string;
}

const sections = {
  identity: section('identity'),
  style: section('style'),
  safety: section('safety'),
  memory: section('memory'),
  memoryMain: section('memory-main'),
  private: section('private'),
  group: section('group'),
  files: section('files'),
};

/** Byte-identical for equal parts. */
export function systemPrompt({ scope, tools, docs, channelHint }: PromptParts): string {
  const remembers = tools.some((tool) => tool.name === 'memory_search');
  const blocks = [
    sections.identity,
    tools.length > 0 &&
      `# Tools\n${tools.map((tool) => `- ${tool.name}: ${firstSentence(tool.description)}`).join('\n')}`,
    `# Style\n${sections.style}`,
    `# Safety\n${sections.safety}`,
    remembers && `# Memory\n${sections.memory}${scope.kind === 'main' ? `\n${sections.memoryMain}` : ''}`,
    `# This chat\n${scope.kind === 'group' ? sections.group : sections.private}\n${channelHint}`,
    docs.length > 0 && `# Files\n${sections.files}\n${docs.map(fileBlock).join('\n')}`,
  ];
  return blocks.filter((block) => block !== false).join('\n\n');
}

/**
 * What people wrote must neither end its block nor begin another: the mark on both ends follows from the whole text, so
 * nobody can write it into that text.
 */
function fileBlock({ path, text }: MemoryDoc): string {
  const mark = createHash('sha256')
    .update(JSON.stringify([path, text]))
    .digest('hex')
    .slice(0, 12);
  return `<file path="${path}" mark="${mark}">\n${text.trimEnd()}\n</file mark="${mark}">`;
}

function firstSentence(text: string): string {
  return text.split(/(?<=[.!?])\s/)[0] ?? text;
}

function section(name: string): string {
  return readFileSync(new URL(`./prompts/${name}.md`, import.meta.url), 'utf8').trimEnd();
}
