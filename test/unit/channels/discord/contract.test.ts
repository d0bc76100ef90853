import { onTestFinished } from 'vitest';
import { channelContract } from '../../../contracts/channel.js';
import { live, stand } from './office.js';

channelContract('Discord', async () => {
  const dc = await stand();
  const ann = dc.user({ name: 'Ann' });
  const direct = dc.dm(ann);
  const { channel } = await live(dc, { start: false });
  onTestFinished(() => channel.stop());
  return {
    channel,
    chat: { channel: 'discord', account: dc.botId, chat: direct.id },
    say: (text) => void direct.says(ann, text),
    shown: () => direct.shown().map(({ content }) => content),
  };
});
