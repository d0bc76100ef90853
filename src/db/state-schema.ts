// The tables of state.sqlite, as forward-only migrations: a released one never changes, a new one is added at the end.

import type { Migration } from './migrate.js';

export const stateMigrations: readonly Migration[] = [
  {
    title: 'the foundation: people, scopes, sessions, lanes, jobs, inbox, outbox, ledger',
    sql: `
      -- Single values: the workspace's id, counters.
      CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

      -- Processes on this home; each holds run/process-<id>.lock while it lives.
      CREATE TABLE processes (
        id TEXT PRIMARY KEY, pid INTEGER NOT NULL, kind TEXT NOT NULL, started_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE people (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL CHECK (role IN ('owner', 'member')),
        created_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE accounts (
        account TEXT PRIMARY KEY, person TEXT NOT NULL REFERENCES people (id), added_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      -- Scope to folder: rows, never a parsed name. 'folder' is folded so that no two scopes meet on a disk that folds case.
      CREATE TABLE scopes (
        id INTEGER PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('person', 'group')),
        person TEXT, channel TEXT, chat TEXT, folder TEXT NOT NULL UNIQUE, created_at INTEGER NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX scopes_person ON scopes (person) WHERE kind = 'person';
      CREATE UNIQUE INDEX scopes_group ON scopes (channel, chat) WHERE kind = 'group';
      -- Other names of a group: a chat id that its platform replaced.
      CREATE TABLE scope_aliases (
        channel TEXT NOT NULL, chat TEXT NOT NULL, scope INTEGER NOT NULL REFERENCES scopes (id),
        PRIMARY KEY (channel, chat)
      ) STRICT, WITHOUT ROWID;

      -- A session key has one open session at a time; /new closes it and opens the next.
      CREATE TABLE sessions (
        id TEXT PRIMARY KEY, key TEXT NOT NULL, scope TEXT NOT NULL, chat TEXT NOT NULL, opened_at INTEGER NOT NULL,
        closed_at INTEGER, turns INTEGER NOT NULL DEFAULT 0, last_turn_at INTEGER,
        input_tokens INTEGER NOT NULL DEFAULT 0, output_tokens INTEGER NOT NULL DEFAULT 0,
        flushed_through TEXT
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX sessions_open ON sessions (key) WHERE closed_at IS NULL;

      -- The lease and fence of every lane, under either queue engine. A row stays, so that its fence only grows. 'taken' is
      -- the fence at acquisition, below 'fence' after a raise. 'stop_turn' is the turn that a person wants to end.
      CREATE TABLE lanes (
        lane TEXT PRIMARY KEY, fence INTEGER NOT NULL DEFAULT 0, taken INTEGER NOT NULL DEFAULT 0, holder TEXT,
        lease_until INTEGER NOT NULL DEFAULT 0, stop_turn TEXT
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX lanes_held ON lanes (holder) WHERE holder IS NOT NULL;

      -- 'place' is the standing in the lane, kept by every change so that a claim never searches a lane: 'front' is the
      -- lowest seq of the lane (every job without one), 'behind' waits for it, 'later' is a delayed job not yet counted.
      -- 'claim' numbers the takings of a job; 'losses' counts runs in a row that ended with their process.
      CREATE TABLE jobs (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, lane TEXT, unique_key TEXT,
        data TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'dead', 'cancelled')),
        place TEXT NOT NULL CHECK (place IN ('front', 'behind', 'later')),
        run_at INTEGER NOT NULL, attempt INTEGER NOT NULL DEFAULT 0, attempts INTEGER, added_at INTEGER NOT NULL,
        first_run_at INTEGER, finished_at INTEGER, holder TEXT, claim INTEGER NOT NULL DEFAULT 0, lease_until INTEGER,
        losses INTEGER NOT NULL DEFAULT 0, cancel INTEGER NOT NULL DEFAULT 0, reason TEXT
      ) STRICT;
      CREATE UNIQUE INDEX jobs_unique ON jobs (unique_key) WHERE state IN ('waiting', 'running');
      CREATE INDEX jobs_ready ON jobs (name, run_at, seq) WHERE state = 'waiting' AND place = 'front';
      CREATE INDEX jobs_later ON jobs (run_at, seq) WHERE state = 'waiting' AND place = 'later';
      CREATE INDEX jobs_lane ON jobs (lane, seq)
        WHERE state IN ('waiting', 'running') AND place <> 'later' AND lane IS NOT NULL;
      CREATE INDEX jobs_running ON jobs (lane, holder) WHERE state = 'running';
      CREATE INDEX jobs_finished ON jobs (state, finished_at) WHERE finished_at IS NOT NULL;

      -- What the platforms delivered. A row ends once: answered, context, command, refused or failed.
      CREATE TABLE inbox (
        row INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, receiver TEXT NOT NULL, channel TEXT NOT NULL,
        chat TEXT NOT NULL, event TEXT NOT NULL, principal TEXT NOT NULL, scope TEXT NOT NULL, session_key TEXT NOT NULL,
        state TEXT NOT NULL
          CHECK (state IN ('accepted', 'answered', 'context', 'command', 'refused', 'failed')),
        job TEXT NOT NULL, lane TEXT, accepted_at INTEGER NOT NULL, ended_at INTEGER
      ) STRICT;
      CREATE INDEX inbox_open ON inbox (row) WHERE state = 'accepted';

      -- What goes out, in order per chat. 'sender' is the process role that owns the connection.
      CREATE TABLE outbox (
        row INTEGER PRIMARY KEY AUTOINCREMENT, turn TEXT NOT NULL, part INTEGER NOT NULL, sender TEXT NOT NULL,
        chat TEXT NOT NULL, lane TEXT NOT NULL, message TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'dropped')),
        ref TEXT, inbox INTEGER, queued_at INTEGER NOT NULL, ended_at INTEGER, reason TEXT,
        UNIQUE (turn, part)
      ) STRICT;
      CREATE INDEX outbox_open ON outbox (sender, row) WHERE state IN ('queued', 'sending');
      CREATE INDEX outbox_inbox ON outbox (inbox);

      -- Every write to memory: what it was based on, what it made, how to take it back, and who wanted it.
      CREATE TABLE ledger (
        row INTEGER PRIMARY KEY AUTOINCREMENT, scope TEXT NOT NULL, path TEXT NOT NULL, base TEXT NOT NULL,
        after TEXT NOT NULL, patch TEXT NOT NULL, inverse TEXT NOT NULL, line INTEGER NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('intended', 'done', 'conflict')),
        who TEXT NOT NULL, by TEXT NOT NULL, session TEXT, entry TEXT, call TEXT, reason TEXT NOT NULL,
        trust TEXT NOT NULL, at INTEGER NOT NULL,
        -- What was asked for, while 'intended': recovery needs it to carry the write out on a file that changed since.
        request TEXT
      ) STRICT;
      CREATE UNIQUE INDEX ledger_call ON ledger (session, call) WHERE call IS NOT NULL;
      CREATE INDEX ledger_intended ON ledger (row) WHERE state = 'intended';
      CREATE INDEX ledger_path ON ledger (path, row);

      -- Changes of shared files that need the owner's yes: drafted by a turn, asked once 'question', a row of the outbox,
      -- is on its way; 'shown' is the last inbox row at the moment when it had been sent. The next message of the session
      -- answers it or lets it lapse.
      CREATE TABLE proposals (
        id INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL, call TEXT NOT NULL, turn TEXT NOT NULL,
        path TEXT NOT NULL, base TEXT NOT NULL, text TEXT NOT NULL, reason TEXT NOT NULL, question INTEGER, shown INTEGER,
        state TEXT NOT NULL CHECK (state IN ('drafted', 'asked', 'applied', 'declined', 'lapsed')), at INTEGER NOT NULL,
        UNIQUE (session, call)
      ) STRICT;
    `,
  },
  {
    title: 'chats: grants, pairing, buttons, fragments, streamed replies',
    sql: `
      -- Small durable values of a channel's adapter: an offset, the digest of a published menu.
      CREATE TABLE channel_store (
        channel TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (channel, name)
      ) STRICT, WITHOUT ROWID;

      -- Whether a group takes part, as the owner decided in a chat; nightjar.yaml wins over it. 'asked': the owner has the
      -- question. 'chat' is the platform's id, or that of a larger place.
      CREATE TABLE grants (
        channel TEXT NOT NULL, chat TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('asked', 'allowed', 'denied')),
        title TEXT, by TEXT, at INTEGER NOT NULL, introduced_at INTEGER, PRIMARY KEY (channel, chat)
      ) STRICT, WITHOUT ROWID;

      -- Who the owner made an admin of a chat, and whom the owner shut out everywhere.
      CREATE TABLE chat_admins (
        channel TEXT NOT NULL, chat TEXT NOT NULL, account TEXT NOT NULL, name TEXT NOT NULL, at INTEGER NOT NULL,
        PRIMARY KEY (channel, chat, account)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE denied_accounts (account TEXT PRIMARY KEY, name TEXT NOT NULL, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;

      -- What was set in a chat: queue, streaming, model. 'chat' is a chat key, threads of their own.
      CREATE TABLE chat_settings (
        chat TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (chat, name)
      ) STRICT, WITHOUT ROWID;

      -- Codes: of a stranger who asks to be let in ('pair'), and of a person who adds an account of theirs ('link').
      CREATE TABLE codes (
        code TEXT PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('pair', 'link')), account TEXT NOT NULL, name TEXT NOT NULL,
        chat TEXT NOT NULL, person TEXT, used_by TEXT,
        state TEXT NOT NULL CHECK (state IN ('open', 'used', 'refused')), at INTEGER NOT NULL, expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX codes_open ON codes (kind, account) WHERE state = 'open';

      -- What a button does when it is pressed: a short token stands in for it on the platform.
      CREATE TABLE buttons (
        token TEXT PRIMARY KEY, press TEXT NOT NULL, answers TEXT NOT NULL, at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
        pressed_at INTEGER
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX buttons_answers ON buttons (answers);

      -- The last reason for which the bot kept silent in a chat.
      CREATE TABLE silences (
        chat TEXT NOT NULL, rule TEXT NOT NULL, title TEXT, name TEXT NOT NULL, at INTEGER NOT NULL, count INTEGER NOT NULL,
        PRIMARY KEY (chat, rule)
      ) STRICT, WITHOUT ROWID;

      -- Chats that cannot be written to, so that the owner is told once.
      CREATE TABLE chat_trouble (chat TEXT PRIMARY KEY, kind TEXT NOT NULL, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;

      -- 'message' and 'author' as the platform names them. 'lead' is the row whose turn this one belongs to, as one of its
      -- messages or as what was said around it: a turn that has begun leads itself, and an open row is led by an open one.
      -- 0 for what no turn will be shown any more. 'due_at': not before, because more of it may come. 'kept' is what came
      -- with it (a JSON array), NULL while that is still with the platform. 'revision' counts edits, 'noted' those that its
      -- transcript knows of.
      ALTER TABLE inbox ADD COLUMN message TEXT;
      ALTER TABLE inbox ADD COLUMN author TEXT;
      ALTER TABLE inbox ADD COLUMN lead INTEGER;
      ALTER TABLE inbox ADD COLUMN due_at INTEGER;
      ALTER TABLE inbox ADD COLUMN kept TEXT DEFAULT '[]';
      ALTER TABLE inbox ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE inbox ADD COLUMN noted INTEGER NOT NULL DEFAULT 0;
      CREATE INDEX inbox_unnoted ON inbox (row) WHERE revision > noted AND state = 'answered';
      CREATE INDEX inbox_session ON inbox (session_key, row);
      CREATE INDEX inbox_turns ON inbox (session_key, row) WHERE state = 'accepted' AND job = 'turn';
      CREATE INDEX inbox_around ON inbox (session_key, row) WHERE state = 'context' AND lead IS NULL;
      CREATE INDEX inbox_message ON inbox (chat, message) WHERE message IS NOT NULL;
      CREATE INDEX inbox_lead ON inbox (lead) WHERE lead IS NOT NULL;

      -- 'refs' are the messages that stand in the chat, one a part, as a JSON array. 'draft' is 1 while a streamed reply
      -- grows; 'shown' is the text that its message shows. 'since' is when the attempt began whose fate is not known.
      ALTER TABLE outbox ADD COLUMN refs TEXT NOT NULL DEFAULT '[]';
      ALTER TABLE outbox ADD COLUMN draft INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE outbox ADD COLUMN shown TEXT;
      ALTER TABLE outbox ADD COLUMN since INTEGER;
      CREATE INDEX outbox_lane ON outbox (lane, row) WHERE state IN ('queued', 'sending');
    `,
  },
  {
    title: 'questions that no owner heard',
    sql: `
      -- 'question' is what the owner is asked about a group (JSON), 'notice' the turn of the outbox that asks it: NULL where
      -- there was nobody to ask.
      ALTER TABLE grants ADD COLUMN question TEXT;
      ALTER TABLE grants ADD COLUMN notice TEXT;

      -- The owner's accounts that have written in private, and so can be written to.
      CREATE TABLE direct_accounts (account TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      INSERT INTO direct_accounts
        SELECT author, max(accepted_at) FROM inbox
        WHERE author IS NOT NULL AND state <> 'refused' AND event ->> '$.place' = 'direct' GROUP BY author;
    `,
  },
  {
    title: 'silences know where their chat stands',
    sql: `
      -- The larger places of the chat, nearest first (a JSON array): one of them may be allowed as a whole.
      ALTER TABLE silences ADD COLUMN inside TEXT NOT NULL DEFAULT '[]';
    `,
  },
  {
    title: 'introductions that did not arrive',
    sql: `
      -- The turn of the outbox that introduces the bot in the group, from 'introduced_at' on.
      ALTER TABLE grants ADD COLUMN introduction TEXT;
    `,
  },
  {
    title: 'context: flushes, snapshots, epochs, manifests',
    sql: `
      -- 'flushed_through' (of the first migration) is the id of the last entry that was written down. 'compaction_trouble' is a
      -- JSON object { says, at, times } after a compaction that came to nothing, NULL after one that did.
      ALTER TABLE sessions ADD COLUMN flushed_at INTEGER;
      ALTER TABLE sessions ADD COLUMN compactions INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE sessions ADD COLUMN compacted_at INTEGER;
      ALTER TABLE sessions ADD COLUMN compaction_trouble TEXT;
      ALTER TABLE sessions ADD COLUMN ended_by TEXT;

      -- Ranges of a transcript that are to be written down, both ends inside. 'cycle' is the number of compactions before it;
      -- 'piece' is the last entry of the piece under way, chosen before the model is asked so that a repeat asks for the same.
      CREATE TABLE flushes (
        row INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL, first TEXT NOT NULL, last TEXT NOT NULL,
        cause TEXT NOT NULL CHECK (cause IN ('threshold', 'cut', 'ended')), cycle INTEGER NOT NULL, piece TEXT,
        state TEXT NOT NULL CHECK (state IN ('queued', 'done')), added_at INTEGER NOT NULL, done_at INTEGER,
        lines INTEGER NOT NULL DEFAULT 0, UNIQUE (session, first, last)
      ) STRICT;
      CREATE INDEX flushes_open ON flushes (row) WHERE state = 'queued';

      -- One for each session that ended: its tail is to become a file.
      CREATE TABLE snapshots (
        session TEXT PRIMARY KEY, state TEXT NOT NULL CHECK (state IN ('queued', 'done')), added_at INTEGER NOT NULL,
        done_at INTEGER, path TEXT
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX snapshots_open ON snapshots (added_at) WHERE state = 'queued';

      -- How requests of a session begin, byte for byte. 'entry' is the last of the transcript when it was made, 'print' a digest
      -- of what it was made from besides files, 'files' a JSON object: path to revision.
      CREATE TABLE epochs (
        session TEXT PRIMARY KEY, number INTEGER NOT NULL, cause TEXT NOT NULL, since INTEGER NOT NULL, day TEXT NOT NULL,
        entry TEXT, print TEXT NOT NULL, system TEXT NOT NULL, files TEXT NOT NULL, parts TEXT NOT NULL, pruned TEXT,
        left_out TEXT
      ) STRICT, WITHOUT ROWID;

      -- What requests were made of (JSON, without text), for a while.
      CREATE TABLE manifests (
        row INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL, turn TEXT NOT NULL, at INTEGER NOT NULL,
        manifest TEXT NOT NULL
      ) STRICT;
      CREATE INDEX manifests_session ON manifests (session, row);
      CREATE INDEX manifests_at ON manifests (at);

      -- Reported tokens to estimated ones, by model: a running mean of their ratio.
      CREATE TABLE token_ratios (
        model TEXT PRIMARY KEY, ratio REAL NOT NULL, samples INTEGER NOT NULL, at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      -- Where the lines of a write differ: a JSON array, of each line its trust and the entries it rests on.
      ALTER TABLE ledger ADD COLUMN sources TEXT;
    `,
  },
  {
    title: 'scheduled work: schedules and their runs, budgets, progress',
    sql: `
      -- 'spec', 'chat' and 'scope' are JSON. 'session' and 'call' name the tool call that made it. 'next_at' is set while it is
      -- active. An 'asked' one is confirmed or removed by its maker.
      CREATE TABLE schedules (
        id TEXT PRIMARY KEY, spec TEXT NOT NULL, zone TEXT NOT NULL,
        missed TEXT NOT NULL CHECK (missed IN ('run-once', 'skip')),
        task TEXT NOT NULL CHECK (task IN ('say', 'ask', 'heartbeat')), message TEXT NOT NULL, chat TEXT NOT NULL,
        scope TEXT NOT NULL, by TEXT NOT NULL, via TEXT NOT NULL CHECK (via IN ('command', 'cli', 'tool', 'config')),
        session TEXT, call TEXT, state TEXT NOT NULL CHECK (state IN ('asked', 'active', 'paused', 'done')), reason TEXT,
        next_at INTEGER, last_at INTEGER, last_outcome TEXT, failures INTEGER NOT NULL DEFAULT 0,
        created_at INTEGER NOT NULL, changed_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX schedules_call ON schedules (session, call) WHERE call IS NOT NULL;
      CREATE INDEX schedules_next ON schedules (next_at) WHERE state = 'active';

      -- A slot is claimed by its row, in the transaction that advances 'next_at', before anything is dispatched.
      CREATE TABLE runs (
        schedule TEXT NOT NULL, slot INTEGER NOT NULL, state TEXT NOT NULL CHECK (state IN ('claimed', 'ended')),
        claimed_at INTEGER NOT NULL, ended_at INTEGER,
        outcome TEXT CHECK (outcome IN ('said', 'silent', 'failed', 'skipped')), tokens INTEGER NOT NULL DEFAULT 0,
        reason TEXT, session TEXT, PRIMARY KEY (schedule, slot)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX runs_open ON runs (claimed_at) WHERE state = 'claimed';
      CREATE INDEX runs_ended ON runs (ended_at) WHERE ended_at IS NOT NULL;

      -- What a kind of background work used on a day (YYYY-MM-DD, the owner's); 'told' is 1 once somebody was told of its end.
      CREATE TABLE work_use (
        kind TEXT NOT NULL, day TEXT NOT NULL, runs INTEGER NOT NULL DEFAULT 0, tokens INTEGER NOT NULL DEFAULT 0,
        told INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (kind, day)
      ) STRICT, WITHOUT ROWID;

      -- How far a running job is, as a JSON object { done, total }.
      ALTER TABLE jobs ADD COLUMN progress TEXT;

      -- A change of a shared file ('path', 'base', 'text'), or a schedule for another chat ('schedule') and then no file.
      ALTER TABLE proposals ADD COLUMN schedule TEXT;

      -- What a session is for: a conversation, or one run of a schedule, which nobody goes on with.
      ALTER TABLE sessions ADD COLUMN purpose TEXT NOT NULL DEFAULT 'talk' CHECK (purpose IN ('talk', 'run'));
    `,
  },
  {
    title: 'dreams: recall signals, claims, nights',
    sql: `
      -- What people's questions found: 'claim' and 'query' are digests, 'day' is the owner's, 'score' 0 to 1. 'scope' is the id of
      -- visibility.ts, here and below.
      CREATE TABLE recalls (
        scope TEXT NOT NULL, claim TEXT NOT NULL, query TEXT NOT NULL, day TEXT NOT NULL, session TEXT NOT NULL,
        score REAL NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (scope, claim, query, day)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX recalls_at ON recalls (at);

      -- One row a dream. 'plan' (JSON) holds the texts before and after for as long as it can be applied or taken back; 'serial'
      -- counts the plans that were made for it, so that the writes of each have names of their own. 'undone_by' names who asked for
      -- it to be taken back, so that one wish takes one back.
      CREATE TABLE dreams (
        id INTEGER PRIMARY KEY AUTOINCREMENT, scope TEXT NOT NULL, owner TEXT NOT NULL, night TEXT NOT NULL,
        cause TEXT NOT NULL CHECK (cause IN ('night', 'asked')),
        state TEXT NOT NULL
          CHECK (state IN ('queued', 'held', 'ok', 'nothing', 'failed', 'skipped', 'replaced', 'undone')),
        agreed INTEGER NOT NULL DEFAULT 0, serial INTEGER NOT NULL DEFAULT 0, plan TEXT, reason TEXT,
        tokens INTEGER NOT NULL DEFAULT 0, at INTEGER NOT NULL, ended_at INTEGER, undone_by TEXT
      ) STRICT;
      CREATE UNIQUE INDEX dreams_night ON dreams (scope, night) WHERE cause = 'night';
      CREATE INDEX dreams_scope ON dreams (scope, id);
      CREATE INDEX dreams_open ON dreams (id) WHERE state = 'queued';

      -- What became of what was said, by scope: 'until' which day it had been said by then, and by how many different questions it
      -- had been found.
      CREATE TABLE dream_claims (
        scope TEXT NOT NULL, claim TEXT NOT NULL,
        outcome TEXT NOT NULL CHECK (outcome IN ('promoted', 'passed', 'declined')), until TEXT NOT NULL,
        questions INTEGER NOT NULL, dream INTEGER NOT NULL,
        PRIMARY KEY (scope, claim)
      ) STRICT, WITHOUT ROWID;

      -- One more kind of task.
      CREATE TABLE schedules_new (
        id TEXT PRIMARY KEY, spec TEXT NOT NULL, zone TEXT NOT NULL,
        missed TEXT NOT NULL CHECK (missed IN ('run-once', 'skip')),
        task TEXT NOT NULL CHECK (task IN ('say', 'ask', 'heartbeat', 'dream')), message TEXT NOT NULL, chat TEXT NOT NULL,
        scope TEXT NOT NULL, by TEXT NOT NULL, via TEXT NOT NULL CHECK (via IN ('command', 'cli', 'tool', 'config')),
        session TEXT, call TEXT, state TEXT NOT NULL CHECK (state IN ('asked', 'active', 'paused', 'done')), reason TEXT,
        next_at INTEGER, last_at INTEGER, last_outcome TEXT, failures INTEGER NOT NULL DEFAULT 0,
        created_at INTEGER NOT NULL, changed_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      INSERT INTO schedules_new (id, spec, zone, missed, task, message, chat, scope, by, via, session, call, state, reason,
        next_at, last_at, last_outcome, failures, created_at, changed_at)
        SELECT id, spec, zone, missed, task, message, chat, scope, by, via, session, call, state, reason, next_at, last_at,
          last_outcome, failures, created_at, changed_at FROM schedules;
      DROP TABLE schedules;
      ALTER TABLE schedules_new RENAME TO schedules;
      CREATE UNIQUE INDEX schedules_call ON schedules (session, call) WHERE call IS NOT NULL;
      CREATE INDEX schedules_next ON schedules (next_at) WHERE state = 'active';
    `,
  },
  {
    title: 'skills that were switched off, and more kinds of questions',
    sql: `
      -- A skill that an admin switched off in a scope; 'scope' is the id of visibility.ts.
      CREATE TABLE skill_switches (
        scope TEXT NOT NULL, skill TEXT NOT NULL, by TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (scope, skill)
      ) STRICT, WITHOUT ROWID;

      -- A question may also be about a message to another chat (JSON { chat, scope, text }), or about an address that may be opened.
      ALTER TABLE proposals ADD COLUMN message TEXT;
      ALTER TABLE proposals ADD COLUMN address TEXT;
      CREATE INDEX proposals_session ON proposals (session, id);
      CREATE INDEX proposals_sent ON proposals (id) WHERE message IS NOT NULL AND state = 'applied';
    `,
  },
  {
    title: 'trust: edits by hand, what a chat wants kept, what models were used for, forgetting',
    sql: `
      -- What a memory file said when the ledger last knew of it: what a hand changes is a revision, too. 'stamp' (text/stamp.ts)
      -- tells that it need not be read again; '' where it must.
      CREATE TABLE known_files (
        path TEXT PRIMARY KEY, scope TEXT NOT NULL, revision TEXT NOT NULL, text TEXT NOT NULL, stamp TEXT NOT NULL DEFAULT '',
        at INTEGER NOT NULL
      ) STRICT;
      -- The row that a revision takes back.
      ALTER TABLE ledger ADD COLUMN undoes INTEGER;
      CREATE INDEX ledger_undoes ON ledger (undoes) WHERE undoes IS NOT NULL;

      -- What is remembered of what is said in a scope ('scope' is the id of visibility.ts), and for how many days.
      CREATE TABLE privacy (
        scope TEXT PRIMARY KEY, remember TEXT NOT NULL CHECK (remember IN ('on', 'mentioned', 'off')), days INTEGER,
        by TEXT NOT NULL, at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      -- Conversations of which nothing stays once they have ended: they were begun where nothing is remembered.
      CREATE TABLE fleeting (session TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

      -- What models were asked and answered, by day (YYYY-MM-DD, the owner's), kind of work, chat and person; '' where there is
      -- none. 'scope' is the id of visibility.ts, 'chat' a chat key.
      CREATE TABLE model_use (
        day TEXT NOT NULL, kind TEXT NOT NULL, scope TEXT NOT NULL, chat TEXT NOT NULL, person TEXT NOT NULL,
        model TEXT NOT NULL, requests INTEGER NOT NULL, input INTEGER NOT NULL, cached INTEGER NOT NULL,
        output INTEGER NOT NULL, PRIMARY KEY (day, kind, scope, chat, person, model)
      ) STRICT, WITHOUT ROWID;

      -- Each wish to forget, without what is to be forgotten; 'running' after a kill.
      CREATE TABLE forgets (
        id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL CHECK (kind IN ('person', 'session', 'text')),
        state TEXT NOT NULL CHECK (state IN ('running', 'done')), at INTEGER NOT NULL, ended_at INTEGER, report TEXT
      ) STRICT;
    `,
  },
  {
    title: 'forgetting that goes on after a kill',
    sql: `
      -- 'inbox' is the command that asks for it, 'about' the id of whom or what it is about, for as long as it is not cleared: then
      -- every row and file has given the words up, and only old bytes are left.
      ALTER TABLE forgets ADD COLUMN inbox INTEGER;
      ALTER TABLE forgets ADD COLUMN about TEXT;
      ALTER TABLE forgets ADD COLUMN cleared INTEGER NOT NULL DEFAULT 0;
    `,
  },
];
