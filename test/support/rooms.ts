// Chats as a test speaks and listens in them, the same on every platform: `ada.dm('hi')`, `team.says(bob, '@bot hi')`,
// `await team.expectReply(/hi/)`. What was not expected by anybody is a fault; silence is proven by a later answer.

import { expect } from 'vitest';

export interface SaidFile {
  name: string;
  mime: string;
  bytes: Uint8Array;
}

/** A message of the bot as it stands now. */
export interface Said {
  id: string;
  text: string;
  buttons: string[];
  files: SaidFile[];
  replyTo?: string;
  thread?: string;
  /** Only the person who is named here sees it. */
  for?: string;
  edited: boolean;
}

/** What a room needs of the platform it is on. */
export interface Surroundings {
  /** What `@bot` in a text becomes. */
  mention: string;
  /** Resolves once it holds; asked again whenever something happened there. Rejects after `ms`. */
  until(holds: () => boolean, ms: number): Promise<void>;
  /** What the bot and the model did last, for the words of a failure. */
  story(): string;
}

/** Longer than anything takes on a machine that does a lot besides. */
const PATIENCE_MS = 25_000;

let markers = 0;

export abstract class Room<Who, Options> {
  readonly #around: Surroundings;
  /** Ids of the messages that were expected. */
  readonly #expected = new Set<string>();

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** What stands there of the bot, oldest first. */
  abstract shown(): Said[];
  protected abstract speak(who: Who, text: string, options?: Options): string;
  /** Presses the button of that label below a message; throws where there is none. */
  abstract presses(person: Person<Who, Options>, said: Pick<Said, 'id'>, label: string): void;
  /** Asks something that is answered with the same words. */
  protected abstract ask(words: string): void;

  /** `@bot` becomes a mention. Returns the message's id. */
  says(person: Person<Who, Options>, text: string, options?: Options): string {
    return this.speak(person.who, text.replaceAll('@bot', this.#around.mention), options);
  }

  /** The next message of the bot that nobody expected yet, as soon as it reads like that. */
  async expectReply(pattern: RegExp, ms = PATIENCE_MS): Promise<Said> {
    const next = (): Said | undefined => this.unexpected()[0];
    try {
      await this.#around.until(() => pattern.test(next()?.text ?? '') && next() !== undefined, ms);
    } catch {
      const stands = this.unexpected().map(({ text }) => text);
      throw new Error(
        `Nobody said ${pattern}. Not expected so far: ${JSON.stringify(stands, null, 1)}\n${this.#around.story()}`,
      );
    }
    const said = next();
    if (!said) throw new Error('unreachable');
    this.#expected.add(said.id);
    return said;
  }

  /** Several messages, one behind the other. */
  async expectReplies(...patterns: RegExp[]): Promise<Said[]> {
    const replies: Said[] = [];
    for (const pattern of patterns) replies.push(await this.expectReply(pattern));
    return replies;
  }

  /**
   * Nothing was said here since the last reply that was expected: a later question is answered, and nothing stands in front
   * of its answer. Where the bot does not answer at all, another room is asked.
   */
  async expectSilence(asked: Room<Who, Options> | Person<Who, Options> = this): Promise<void> {
    await (asked instanceof Person ? asked.direct : asked).answers();
    this.expectNothingElse();
  }

  /** Asks the bot something here, and has it answered. */
  async answers(): Promise<void> {
    markers += 1;
    const words = `Are you there? (${markers})`;
    this.ask(words);
    await this.expectReply(new RegExp(`^Echo: ${words.replace(/[?()]/g, '\\$&')}$`));
  }

  unexpected(): Said[] {
    return this.shown().filter(({ id }) => !this.#expected.has(id));
  }

  /** What nobody expected is a fault once, and not of the tests that follow. */
  expectNothingElse(): void {
    const rest = this.unexpected();
    for (const { id } of rest) this.#expected.add(id);
    expect(rest.map(({ text }) => text)).toEqual([]);
  }
}

/** Somebody, and the private chat that they have with the bot. */
export class Person<Who, Options, Direct extends Room<Who, Options> = Room<Who, Options>> {
  /** `<channel>:<id>`. */
  readonly account: string;
  readonly name: string;
  readonly who: Who;
  readonly direct: Direct;

  constructor(account: string, name: string, who: Who, openDirect: (self: Person<Who, Options>) => Direct) {
    this.account = account;
    this.name = name;
    this.who = who;
    this.direct = openDirect(this);
  }

  /** Says it in private and returns the message's id. */
  dm(text: string, options?: Options): string {
    return this.direct.says(this, text, options);
  }

  presses(said: Pick<Said, 'id'>, label: string): void {
    this.direct.presses(this, said, label);
  }

  expectReply(pattern: RegExp, ms?: number): Promise<Said> {
    return this.direct.expectReply(pattern, ms);
  }

  expectReplies(...patterns: RegExp[]): Promise<Said[]> {
    return this.direct.expectReplies(...patterns);
  }

  expectSilence(asked?: Room<Who, Options> | Person<Who, Options>): Promise<void> {
    return this.direct.expectSilence(asked);
  }
}
