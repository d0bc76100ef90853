// The gateway of the Discord stand-in, version 10, JSON without compression: hello, identify, resume, heartbeats,
// dispatch; and the troubles a test can make of it.

import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { record } from './body.js';
import { GatewayConnection } from './gateway-connection.js';
import { CLOSE, OP, refusal } from './gateway-rules.js';
import { GatewaySession } from './gateway-session.js';
import { type GatewayEvent, INTENT } from './model.js';
import { guildJson, memberJson, userJson } from './payloads.js';
import { applicationFlags } from './routes-application.js';
import type { Settings } from './settings.js';
import type { World } from './world.js';

const LARGEST_FRAME = 4096;

export class Gateway {
  readonly connects: { at: number; refused: boolean }[] = [];
  readonly identifies: { at: number; intents: number; session?: string }[] = [];
  readonly resumes: { at: number; session: string; replayed: number | undefined }[] = [];
  /** `by` says who closed; 1006 is a socket that died. */
  readonly closes: { at: number; code: number; by: 'server' | 'client' }[] = [];
  readonly heartbeats: { at: number }[] = [];
  /** False keeps every acknowledgement of a heartbeat back. */
  acks = true;
  readonly #world: World;
  readonly #settings: Settings;
  readonly #server = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  readonly #connections = new Set<GatewayConnection>();
  readonly #sessions = new Map<string, GatewaySession>();
  /** Codes that we closed with, until the close is seen. */
  readonly #closing = new Map<GatewayConnection, number>();
  #refuse = 0;
  #url: () => string;

  constructor(world: World, settings: Settings, url: () => string) {
    this.#world = world;
    this.#settings = settings;
    this.#url = url;
  }

  /** Whether a client is identified and its socket open. */
  get connected(): boolean {
    return [...this.#connections].some((one) => one.open && one.session !== undefined);
  }

  publish(event: GatewayEvent): void {
    const carried = new Map([...this.#connections].map((one) => [one.session, one]));
    for (const session of this.#sessions.values()) {
      if (this.#expired(session)) this.#forget(session);
      const text = session.take(event);
      if (text !== undefined) carried.get(session)?.send(text);
    }
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const refused = this.#refuse > 0 || !url.pathname.startsWith('/gateway');
    this.connects.push({ at: this.#world.now(), refused });
    this.#world.changed();
    if (refused) {
      this.#refuse -= 1;
      return void socket.destroy();
    }
    this.#server.handleUpgrade(request, socket, head, (open) => this.#welcome(open, url.searchParams));
  }

  /** Closes what is open, 1006 without a close frame. 4007 and 4009 end the session too, as on the platform. */
  drop(code = 1006): void {
    for (const connection of this.#connections) {
      if (code === CLOSE.invalidSeq || code === CLOSE.timedOut) this.#forget(connection.session);
      this.#close(connection, code);
    }
  }

  silence(ms: number): void {
    for (const connection of this.#connections) connection.silence(ms);
  }

  refuseConnections(times: number): void {
    this.#refuse = times;
  }

  /** Asks clients to connect anew and resume. */
  askReconnect(): void {
    for (const connection of this.#connections) connection.send(frame(OP.reconnect, null));
  }

  /** Tells clients that their session is no more; `resumable` says that trying is worth it, and keeps it. */
  invalidateSessions(resumable = false): void {
    if (!resumable) this.#sessions.clear();
    for (const connection of this.#connections) {
      connection.session = undefined;
      connection.send(frame(OP.invalidSession, resumable));
    }
  }

  /** Every socket dies, sessions stay. */
  destroy(): void {
    for (const connection of this.#connections) this.#close(connection, 1006);
  }

  #welcome(socket: WebSocket, query: URLSearchParams): void {
    const connection = new GatewayConnection(socket);
    this.#connections.add(connection);
    socket.on('message', (data: Buffer) => this.#hear(connection, data));
    socket.on('error', () => {});
    socket.on('close', (code) => this.#closed(connection, code));
    if (query.get('v') !== '10') return void this.#close(connection, CLOSE.invalidVersion);
    if (query.get('encoding') !== 'json' || query.has('compress')) return void this.#close(connection, CLOSE.decode);
    connection.send(frame(OP.hello, { heartbeat_interval: this.#settings.heartbeatMs, _trace: [] }));
  }

  #closed(connection: GatewayConnection, code: number): void {
    this.#connections.delete(connection);
    const ours = this.#closing.get(connection);
    this.#closing.delete(connection);
    const at = this.#world.now();
    this.closes.push(ours === undefined ? { at, code, by: 'client' } : { at, code: ours, by: 'server' });
    const { session } = connection;
    // A client that closes with one of these says that it will not resume.
    if (ours === undefined && (code === 1000 || code === 1001)) this.#forget(session);
    else if (session) session.looseSince = at;
    this.#world.changed();
  }

  #close(connection: GatewayConnection, code: number): void {
    this.#closing.set(connection, code);
    connection.close(code);
  }

  #expired({ looseSince }: GatewaySession): boolean {
    return looseSince !== undefined && this.#world.now() - looseSince > this.#settings.sessionMs;
  }

  #forget(session: GatewaySession | undefined): void {
    if (session) this.#sessions.delete(session.id);
  }

  #hear(connection: GatewayConnection, data: Buffer): void {
    if (data.byteLength > LARGEST_FRAME) return void this.#close(connection, CLOSE.decode);
    if (!connection.counts()) return void this.#close(connection, CLOSE.rateLimited);
    let payload: Record<string, unknown>;
    try {
      payload = record(JSON.parse(data.toString('utf8')));
    } catch {
      return void this.#close(connection, CLOSE.decode);
    }
    this.#obey(connection, payload.op, payload.d);
    this.#world.changed();
  }

  #obey(connection: GatewayConnection, op: unknown, d: unknown): void {
    if (op === OP.heartbeat) {
      this.heartbeats.push({ at: this.#world.now() });
      if (this.acks) connection.send(frame(OP.ack));
    } else if (op === OP.identify) this.#identify(connection, d);
    else if (op === OP.resume) this.#resume(connection, d);
    else if (op !== OP.presence && op !== OP.voice && op !== OP.requestMembers) {
      this.#close(connection, CLOSE.unknownOpcode);
    } else if (!connection.session) this.#close(connection, CLOSE.notAuthenticated);
    else if (op === OP.requestMembers) this.#members(connection.session, record(d));
  }

  #identify(connection: GatewayConnection, d: unknown): void {
    if (connection.session) return void this.#close(connection, CLOSE.alreadyAuthenticated);
    const code = refusal(d, this.#settings);
    const at = this.#world.now();
    const intents = Number(record(d).intents);
    const last = this.identifies.at(-1)?.at ?? -Infinity;
    this.identifies.push({ at, intents });
    if (code !== undefined) return void this.#close(connection, code);
    const starts = this.#settings.sessionStarts;
    if (at - last < this.#settings.identifyMs || starts.remaining <= 0) {
      return void connection.send(frame(OP.invalidSession, false));
    }
    starts.remaining -= 1;
    const session = new GatewaySession(randomBytes(16).toString('hex'), intents);
    Object.assign(this.identifies.at(-1) ?? {}, { session: session.id });
    this.#sessions.set(session.id, session);
    connection.session = session;
    this.#greet(connection, session, record(d).shard);
  }

  #greet(connection: GatewayConnection, session: GatewaySession, shard: unknown): void {
    const tell = (event: GatewayEvent) => {
      const text = session.take(event);
      if (text !== undefined) connection.send(text);
    };
    const own = [...this.#world.guilds.values()].filter((one) => one.joined);
    const ready = {
      v: 10,
      user: { ...userJson(this.#world.user(this.#world.botId)), verified: true, mfa_enabled: false, email: null },
      guilds: own.map(({ id }) => ({ id, unavailable: true })),
      session_id: session.id,
      session_type: 'normal',
      resume_gateway_url: `${this.#url()}/resume`,
      shard: shard ?? [0, 1],
      application: { id: this.#world.botId, flags: applicationFlags(this.#settings) },
      private_channels: [],
      presences: [],
      relationships: [],
      user_settings: {},
    };
    tell({ t: 'READY', d: ready, intent: 0 });
    for (const guild of own) {
      if (!guild.dark) tell({ t: 'GUILD_CREATE', d: guildJson(this.#world, guild), intent: INTENT.guilds });
    }
  }

  #resume(connection: GatewayConnection, d: unknown): void {
    if (connection.session) return void this.#close(connection, CLOSE.alreadyAuthenticated);
    const { token, session_id: id, seq } = record(d);
    if (token !== this.#settings.token) return void this.#close(connection, CLOSE.authenticationFailed);
    const session = this.#sessions.get(String(id));
    const at = this.#world.now();
    if (!session || this.#expired(session)) {
      this.#forget(session);
      this.resumes.push({ at, session: String(id), replayed: undefined });
      return void connection.send(frame(OP.invalidSession, false));
    }
    const missed = session.after(Number(seq));
    if (!missed) return void this.#close(connection, CLOSE.invalidSeq);
    for (const other of this.#connections) if (other.session === session) this.#steal(other);
    session.looseSince = undefined;
    connection.session = session;
    this.resumes.push({ at, session: session.id, replayed: missed.length });
    for (const text of missed) connection.send(text);
    const resumed = session.take({ t: 'RESUMED', d: { _trace: [] }, intent: 0 });
    if (resumed !== undefined) connection.send(resumed);
  }

  /** The session goes to a new connection; the old one is of no more use. */
  #steal(connection: GatewayConnection): void {
    connection.session = undefined;
    this.#close(connection, 1006);
  }

  #members(session: GatewaySession, d: Record<string, unknown>): void {
    const guild = this.#world.guilds.get(String(d.guild_id));
    if (!guild) return;
    const wanted = [d.user_ids ?? [...guild.members]].flat().map(String);
    const here = wanted.filter((id) => guild.members.has(id));
    const members = here.map((id) => ({
      ...memberJson(this.#world, guild, id),
      user: userJson(this.#world.user(id)),
    }));
    const chunk = { guild_id: guild.id, members, chunk_index: 0, chunk_count: 1, nonce: d.nonce };
    const text = session.take({ t: 'GUILD_MEMBERS_CHUNK', d: chunk, intent: 0 });
    for (const one of this.#connections) if (one.session === session && text !== undefined) one.send(text);
  }
}

function frame(op: number, d?: unknown): string {
  return JSON.stringify({ op, ...(d !== undefined && { d }), s: null, t: null });
}
