// The least that a bot can be: grammY alone, saying back what it hears. What anything more costs is measured against it.

import { Bot } from 'grammy';

const [token = '', apiRoot = ''] = process.argv.slice(2);
const bot = new Bot(token, { client: { apiRoot } });
bot.on('message:text', (context) => context.reply(context.message.text));
process.on('SIGTERM', () => process.exit(0));
await bot.start({ onStart: () => void process.stderr.write('is up\n') });
