// Every sentence of the stand-in about reminders, in all its languages. Words only.

import type { Language } from '../../../text/language.js';

/** `next` is a time with its zone, as the tool tells it; empty: there is none, and `when` says what it knows. */
export interface RemindPhrases {
  scheduled: (text: string, when: string, next: string, id: string) => string;
  /** Only once the owner agrees. */
  waiting: (text: string, when: string, next: string) => string;
  notScheduled: (why: string) => string;
  /** No time, or one that can be meant in more ways than one. */
  whenExactly: string;
  atWhatTime: string;
  /** Three: at night, or in the afternoon? */
  whichHalf: string;
  hasPassed: string;
  what: string;
  noClock: string;
  noTool: string;
  list: string;
  line: (id: string, when: string, next: string | undefined, text: string) => string;
  none: string;
  /** What to say to take one back. */
  which: string;
  removed: (id: string) => string;
  failed: (why: string) => string;
  odd: string;
}

const of = (when: string, next: string) => (next === '' ? when : next);

export const remindPhrases: Readonly<Record<Language, RemindPhrases>> = {
  en: {
    scheduled: (text, when, next, id) =>
      `Scheduled: ${text}. Next: ${of(when, next)}. "Cancel reminder ${id}" takes it back.`,
    waiting: (text, when, next) => `Not scheduled yet, the owner is asked first: ${text}. Next: ${of(when, next)}.`,
    notScheduled: (why) => `I could not schedule that: ${why}`,
    whenExactly:
      'When exactly? Nothing is scheduled yet; say it again with a day and a time, for example "Remind me tomorrow at 9:00 to call mum" or "Remind me in 10 minutes to turn off the oven".',
    atWhatTime:
      'At what time of day? Nothing is scheduled yet; say it again with the time, for example "tomorrow at 9:00".',
    whichHalf:
      'In the night or in the afternoon? Nothing is scheduled yet; say it again with the exact time, for example "at 15:00" or "at 03:00".',
    hasPassed: 'That time has gone by, so nothing is scheduled. Which day and time do you mean?',
    what: 'What should I remind you of? Nothing is scheduled yet; for example "Remind me tomorrow at 9:00 to call mum".',
    noClock: 'I do not know what time it is here, so I have not scheduled that.',
    noTool: 'I cannot schedule anything in this chat, so there is no reminder.',
    list: 'Scheduled:',
    line: (id, when, next, text) => `- ${id}: ${text} (${when}${next === undefined ? '' : `, next ${next}`})`,
    none: 'Nothing is scheduled.',
    which: 'Which one? Say "cancel reminder" and its id.',
    removed: (id) => `Cancelled: ${id}.`,
    failed: (why) => `That did not work: ${why}`,
    odd: 'The scheduler answered something I do not understand; /cron list shows what is scheduled.',
  },
  de: {
    scheduled: (text, when, next, id) =>
      `Geplant: ${text}. Nächstes Mal: ${of(when, next)}. „Lösche Erinnerung ${id}“ nimmt es zurück.`,
    waiting: (text, when, next) =>
      `Noch nicht geplant, erst wird der Besitzer gefragt: ${text}. Nächstes Mal: ${of(when, next)}.`,
    notScheduled: (why) => `Das konnte ich nicht planen: ${why}`,
    whenExactly:
      'Wann genau? Noch ist nichts geplant; sag es noch einmal mit Tag und Uhrzeit, zum Beispiel „Erinnere mich morgen um 9:00 daran, Mama anzurufen“.',
    atWhatTime:
      'Um wie viel Uhr? Noch ist nichts geplant; sag es noch einmal mit Uhrzeit, zum Beispiel „morgen um 9:00“.',
    whichHalf:
      'Nachts oder nachmittags? Noch ist nichts geplant; sag es noch einmal mit der genauen Uhrzeit, zum Beispiel „um 15:00“ oder „um 03:00“.',
    hasPassed: 'Diese Zeit ist schon vorbei, also ist nichts geplant. Welchen Tag und welche Uhrzeit meinst du?',
    what: 'Woran soll ich dich erinnern? Noch ist nichts geplant; zum Beispiel „Erinnere mich morgen um 9:00 an den Zahnarzt“.',
    noClock: 'Ich weiß nicht, wie spät es hier ist; es ist nichts geplant.',
    noTool: 'In diesem Chat kann ich nichts planen; es gibt keine Erinnerung.',
    list: 'Geplant:',
    line: (id, when, next, text) => `- ${id}: ${text} (${when}${next === undefined ? '' : `, nächstes Mal ${next}`})`,
    none: 'Es ist nichts geplant.',
    which: 'Welche? Sag „Lösche Erinnerung“ und ihre Kennung.',
    removed: (id) => `Gelöscht: ${id}.`,
    failed: (why) => `Das hat nicht geklappt: ${why}`,
    odd: 'Der Planer hat etwas geantwortet, das ich nicht verstehe; /cron list zeigt, was geplant ist.',
  },
  fr: {
    scheduled: (text, when, next, id) =>
      `Programmé : ${text}. Prochaine fois : ${of(when, next)}. « Annule le rappel ${id} » l'annule.`,
    waiting: (text, when, next) =>
      `Pas encore programmé, le propriétaire doit d'abord accepter : ${text}. Prochaine fois : ${of(when, next)}.`,
    notScheduled: (why) => `Je n'ai pas pu le programmer : ${why}`,
    whenExactly:
      "Quand exactement ? Rien n'est encore programmé ; redis-le avec un jour et une heure, par exemple « Rappelle-moi demain à 9h d'appeler maman ».",
    atWhatTime: "À quelle heure ? Rien n'est encore programmé ; redis-le avec l'heure, par exemple « demain à 9h ».",
    whichHalf:
      "De la nuit ou de l'après-midi ? Rien n'est encore programmé ; redis-le avec l'heure exacte, par exemple « à 15:00 » ou « à 03:00 ».",
    hasPassed: "Cette heure est déjà passée, rien n'est programmé. Quel jour et quelle heure veux-tu dire ?",
    what: "Que dois-je te rappeler ? Rien n'est encore programmé ; par exemple « Rappelle-moi demain à 9h d'appeler maman ».",
    noClock: "Je ne sais pas quelle heure il est ici ; rien n'est programmé.",
    noTool: "Dans cette discussion je ne peux rien programmer ; il n'y a pas de rappel.",
    list: 'Programmé :',
    line: (id, when, next, text) =>
      `- ${id} : ${text} (${when}${next === undefined ? '' : `, prochaine fois ${next}`})`,
    none: "Rien n'est programmé.",
    which: 'Lequel ? Dis « annule le rappel » et son identifiant.',
    removed: (id) => `Annulé : ${id}.`,
    failed: (why) => `Cela n'a pas marché : ${why}`,
    odd: 'Le planificateur a répondu quelque chose que je ne comprends pas ; /cron list montre ce qui est programmé.',
  },
  es: {
    scheduled: (text, when, next, id) =>
      `Programado: ${text}. Próxima vez: ${of(when, next)}. «Cancela el recordatorio ${id}» lo anula.`,
    waiting: (text, when, next) =>
      `Aún no está programado, primero se pregunta al propietario: ${text}. Próxima vez: ${of(when, next)}.`,
    notScheduled: (why) => `No he podido programarlo: ${why}`,
    whenExactly:
      '¿Cuándo exactamente? Aún no hay nada programado; dilo otra vez con día y hora, por ejemplo «Recuérdame mañana a las 9:00 llamar a mamá».',
    atWhatTime: '¿A qué hora? Aún no hay nada programado; dilo otra vez con la hora, por ejemplo «mañana a las 9:00».',
    whichHalf:
      '¿De la madrugada o de la tarde? Aún no hay nada programado; dilo otra vez con la hora exacta, por ejemplo «a las 15:00» o «a las 03:00».',
    hasPassed: 'Esa hora ya ha pasado, no hay nada programado. ¿Qué día y qué hora quieres decir?',
    what: '¿Qué debo recordarte? Aún no hay nada programado; por ejemplo «Recuérdame mañana a las 9:00 llamar a mamá».',
    noClock: 'No sé qué hora es aquí; no hay nada programado.',
    noTool: 'En este chat no puedo programar nada; no hay recordatorio.',
    list: 'Programado:',
    line: (id, when, next, text) => `- ${id}: ${text} (${when}${next === undefined ? '' : `, próxima vez ${next}`})`,
    none: 'No hay nada programado.',
    which: '¿Cuál? Di «cancela el recordatorio» y su identificador.',
    removed: (id) => `Cancelado: ${id}.`,
    failed: (why) => `No ha funcionado: ${why}`,
    odd: 'El planificador ha respondido algo que no entiendo; /cron list muestra lo programado.',
  },
  zh: {
    scheduled: (text, when, next, id) => `已安排：${text}。下一次：${of(when, next)}。说「取消提醒 ${id}」就会取消。`,
    waiting: (text, when, next) => `还没有安排，要先问主人：${text}。下一次：${of(when, next)}。`,
    notScheduled: (why) => `没能安排：${why}`,
    whenExactly:
      '具体是什么时候？还没有安排；请说出日期和时间再说一遍，例如「明天早上九点提醒我给妈妈打电话」或「十分钟后提醒我关火」。',
    atWhatTime: '几点？还没有安排；请带上时间再说一遍，例如「明天早上九点」。',
    whichHalf: '是凌晨还是下午？还没有安排；请说出确切的时间再说一遍，例如「下午三点」或「凌晨三点」。',
    hasPassed: '那个时间已经过去了，所以没有安排。你指的是哪天几点？',
    what: '要提醒你什么？还没有安排；例如「明天早上九点提醒我给妈妈打电话」。',
    noClock: '我不知道这里现在几点，所以没有安排。',
    noTool: '在这个聊天里我不能安排任何事，所以没有设提醒。',
    list: '已安排：',
    line: (id, when, next, text) => `- ${id}：${text}（${when}${next === undefined ? '' : `，下一次 ${next}`}）`,
    none: '没有任何安排。',
    which: '哪一个？请说「取消提醒」和它的编号。',
    removed: (id) => `已取消：${id}。`,
    failed: (why) => `没有成功：${why}`,
    odd: '日程返回了我看不懂的内容；/cron list 可以看到已安排的事。',
  },
  'zh-Hant': {
    scheduled: (text, when, next, id) => `已安排：${text}。下一次：${of(when, next)}。說「取消提醒 ${id}」就會取消。`,
    waiting: (text, when, next) => `還沒有安排，要先問主人：${text}。下一次：${of(when, next)}。`,
    notScheduled: (why) => `沒能安排：${why}`,
    whenExactly:
      '具體是什麼時候？還沒有安排；請說出日期和時間再說一遍，例如「明天早上九點提醒我給媽媽打電話」或「十分鐘後提醒我關火」。',
    atWhatTime: '幾點？還沒有安排；請帶上時間再說一遍，例如「明天早上九點」。',
    whichHalf: '是凌晨還是下午？還沒有安排；請說出確切的時間再說一遍，例如「下午三點」或「凌晨三點」。',
    hasPassed: '那個時間已經過去了，所以沒有安排。你指的是哪天幾點？',
    what: '要提醒你什麼？還沒有安排；例如「明天早上九點提醒我給媽媽打電話」。',
    noClock: '我不知道這裡現在幾點，所以沒有安排。',
    noTool: '在這個聊天裡我不能安排任何事，所以沒有設提醒。',
    list: '已安排：',
    line: (id, when, next, text) => `- ${id}：${text}（${when}${next === undefined ? '' : `，下一次 ${next}`}）`,
    none: '沒有任何安排。',
    which: '哪一個？請說「取消提醒」和它的編號。',
    removed: (id) => `已取消：${id}。`,
    failed: (why) => `沒有成功：${why}`,
    odd: '日程傳回了我看不懂的內容；/cron list 可以看到已安排的事。',
  },
  ja: {
    scheduled: (text, when, next, id) =>
      `予定しました：${text}。次回：${of(when, next)}。「リマインダー ${id} を取り消して」で取り消せます。`,
    waiting: (text, when, next) => `まだ予定していません。先に持ち主に確認します：${text}。次回：${of(when, next)}。`,
    notScheduled: (why) => `予定できませんでした：${why}`,
    whenExactly:
      'いつですか。まだ何も予定していません。日と時刻を付けてもう一度言ってください。例：「明日の9時に母に電話するようリマインドして」「10分後にオーブンを消すようリマインドして」',
    atWhatTime: '何時ですか。まだ何も予定していません。時刻を付けてもう一度言ってください。例：「明日の9時」',
    whichHalf:
      '夜中ですか、午後ですか。まだ何も予定していません。「午後3時」や「午前3時」のようにもう一度言ってください。',
    hasPassed: 'その時刻はもう過ぎているので、予定していません。何日の何時のことですか。',
    what: '何をお知らせすればいいですか。まだ何も予定していません。例：「明日の9時に母に電話するようリマインドして」',
    noClock: 'ここの時刻が分からないので、予定していません。',
    noTool: 'このチャットでは予定を入れられないので、リマインダーはありません。',
    list: '予定：',
    line: (id, when, next, text) => `- ${id}：${text}（${when}${next === undefined ? '' : `、次回 ${next}`}）`,
    none: '予定はありません。',
    which: 'どれですか。「リマインダー（番号）を取り消して」と言ってください。',
    removed: (id) => `取り消しました：${id}。`,
    failed: (why) => `うまくいきませんでした：${why}`,
    odd: '予定表から分からない答えが返ってきました。/cron list で予定を見られます。',
  },
  ko: {
    scheduled: (text, when, next, id) =>
      `예약했습니다: ${text}. 다음: ${of(when, next)}. "알림 ${id} 취소해 줘"라고 하시면 취소합니다.`,
    waiting: (text, when, next) =>
      `아직 예약하지 않았습니다. 먼저 주인에게 묻습니다: ${text}. 다음: ${of(when, next)}.`,
    notScheduled: (why) => `예약하지 못했습니다: ${why}`,
    whenExactly:
      '정확히 언제인가요? 아직 아무것도 예약하지 않았습니다. 날짜와 시각을 넣어 다시 말씀해 주세요. 예: "내일 9시에 엄마한테 전화하라고 알려줘", "10분 뒤에 불 끄라고 알려줘"',
    atWhatTime: '몇 시인가요? 아직 아무것도 예약하지 않았습니다. 시각을 넣어 다시 말씀해 주세요. 예: "내일 9시"',
    whichHalf:
      '새벽인가요, 오후인가요? 아직 아무것도 예약하지 않았습니다. "오후 3시"나 "새벽 3시"처럼 다시 말씀해 주세요.',
    hasPassed: '그 시각은 이미 지나서 예약하지 않았습니다. 며칠 몇 시인가요?',
    what: '무엇을 알려 드릴까요? 아직 아무것도 예약하지 않았습니다. 예: "내일 9시에 엄마한테 전화하라고 알려줘"',
    noClock: '이곳이 지금 몇 시인지 몰라서 예약하지 않았습니다.',
    noTool: '이 채팅에서는 아무것도 예약할 수 없어서 알림이 없습니다.',
    list: '예약된 것:',
    line: (id, when, next, text) => `- ${id}: ${text} (${when}${next === undefined ? '' : `, 다음 ${next}`})`,
    none: '예약된 것이 없습니다.',
    which: '어느 것인가요? "알림 (번호) 취소해 줘"라고 말씀해 주세요.',
    removed: (id) => `취소했습니다: ${id}.`,
    failed: (why) => `되지 않았습니다: ${why}`,
    odd: '예약 도구에서 알 수 없는 답이 왔습니다. /cron list 로 예약된 것을 볼 수 있습니다.',
  },
};
