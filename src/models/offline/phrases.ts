// Every sentence of the stand-in, in every language it speaks. Words only.

import type { Language } from './language.js';

interface Phrases {
  /** What it is, what it can do, how to add a model. */
  introduce: string;
  thanks: string;
  rememberWhat: string;
  noted: (fact: string, place: string) => string;
  notSaved: (why: string) => string;
  found: string;
  nothing: string;
  searchFailed: (why: string) => string;
  noTool: { remember: string; search: string; read: string };
  oddResult: string;
  emptyFile: (path: string) => string;
  nothingToSummarise: string;
}

const config = 'nightjar.yaml';

export const phrases: Readonly<Record<Language, Phrases>> = {
  en: {
    introduce: `I am Nightjar's offline stand-in: I follow rules, and no language model is configured. I can remember what you tell me ("Remember that …"), find it again when you ask, and read a file of my workspace ("read MEMORY.md"). To give me a real model, fill in the \`model:\` section of ${config}.`,
    thanks: "You're welcome.",
    rememberWhat: 'What should I remember? For example: "Remember that my sister Ada lives in Kyoto."',
    noted: (fact, place) => `Noted: ${fact} (${place})`,
    notSaved: (why) => `I could not save that: ${why}`,
    found: 'I have this written down:',
    nothing: 'I have nothing written down about that.',
    searchFailed: (why) => `I could not search my notes: ${why}`,
    noTool: {
      remember: 'I cannot write to memory in this chat, so I have not saved that.',
      search: 'I cannot search memory in this chat, and without a language model I know nothing else.',
      read: 'I cannot read files in this chat.',
    },
    oddResult: 'My memory answered something I do not understand, so please do not rely on it.',
    emptyFile: (path) => `${path} is empty.`,
    nothingToSummarise: 'There is nothing to summarise.',
  },
  zh: {
    introduce: `我是 Nightjar 的离线替身：只按规则工作，还没有配置语言模型。我可以记住你告诉我的事（「记住……」），在你问起时找出来，也可以读工作区里的文件（「读 MEMORY.md」）。要接入真正的模型，请填写 ${config} 里的 \`model:\` 部分。`,
    thanks: '不客气。',
    rememberWhat: '要我记住什么？例如：「记住我妹妹住在京都」。',
    noted: (fact, place) => `记下了：${fact}（${place}）`,
    notSaved: (why) => `没能保存：${why}`,
    found: '我记着这些：',
    nothing: '关于这个，我没有任何记录。',
    searchFailed: (why) => `没能搜索记忆：${why}`,
    noTool: {
      remember: '在这个聊天里我不能写入记忆，所以没有保存。',
      search: '在这个聊天里我不能搜索记忆；没有语言模型，别的我也不知道。',
      read: '在这个聊天里我不能读文件。',
    },
    oddResult: '记忆返回了我看不懂的内容，请不要依赖它。',
    emptyFile: (path) => `${path} 是空的。`,
    nothingToSummarise: '没有可总结的内容。',
  },
  ja: {
    introduce: `私は Nightjar のオフライン代役です。規則だけで動いていて、言語モデルは設定されていません。言われたことを覚え（「…を覚えておいて」）、聞かれたら探し、ワークスペースのファイルを読めます（「MEMORY.md を読んで」）。本物のモデルを使うには、${config} の \`model:\` を設定してください。`,
    thanks: 'どういたしまして。',
    rememberWhat: '何を覚えればいいですか。例：「妹は京都に住んでいることを覚えておいて」',
    noted: (fact, place) => `メモしました：${fact}（${place}）`,
    notSaved: (why) => `保存できませんでした：${why}`,
    found: 'こう書いてあります：',
    nothing: 'それについては何も書き留めていません。',
    searchFailed: (why) => `メモを検索できませんでした：${why}`,
    noTool: {
      remember: 'このチャットでは記憶に書き込めないので、保存していません。',
      search: 'このチャットでは記憶を検索できません。言語モデルがないので、ほかのことは分かりません。',
      read: 'このチャットではファイルを読めません。',
    },
    oddResult: '記憶から分からない答えが返ってきました。当てにしないでください。',
    emptyFile: (path) => `${path} は空です。`,
    nothingToSummarise: '要約するものがありません。',
  },
  ko: {
    introduce: `저는 Nightjar의 오프라인 대역입니다. 규칙으로만 움직이고, 언어 모델은 설정되어 있지 않습니다. 말씀하신 것을 기억하고("… 기억해 줘"), 물으시면 찾아 드리고, 작업 공간의 파일을 읽을 수 있습니다("MEMORY.md 읽어 줘"). 진짜 모델을 쓰려면 ${config}의 \`model:\` 부분을 채워 주세요.`,
    thanks: '천만에요.',
    rememberWhat: '무엇을 기억할까요? 예: "내 여동생은 교토에 산다고 기억해 줘"',
    noted: (fact, place) => `적어 두었습니다: ${fact} (${place})`,
    notSaved: (why) => `저장하지 못했습니다: ${why}`,
    found: '이렇게 적혀 있습니다:',
    nothing: '그것에 대해 적어 둔 것이 없습니다.',
    searchFailed: (why) => `메모를 검색하지 못했습니다: ${why}`,
    noTool: {
      remember: '이 채팅에서는 기억에 쓸 수 없어서 저장하지 않았습니다.',
      search: '이 채팅에서는 기억을 검색할 수 없습니다. 언어 모델이 없어 다른 것은 모릅니다.',
      read: '이 채팅에서는 파일을 읽을 수 없습니다.',
    },
    oddResult: '기억에서 알 수 없는 답이 왔습니다. 믿지 말아 주세요.',
    emptyFile: (path) => `${path}은(는) 비어 있습니다.`,
    nothingToSummarise: '요약할 것이 없습니다.',
  },
  de: {
    introduce: `Ich bin Nightjars Ersatz ohne Netz: Ich folge Regeln, ein Sprachmodell ist nicht eingerichtet. Ich merke mir, was du sagst („Merk dir, dass …“), finde es wieder, wenn du fragst, und lese Dateien meines Arbeitsordners („lies MEMORY.md“). Ein richtiges Modell bekomme ich im Abschnitt \`model:\` von ${config}.`,
    thanks: 'Gern geschehen.',
    rememberWhat: 'Was soll ich mir merken? Zum Beispiel: „Merk dir: Meine Schwester Ada wohnt in Kyoto.“',
    noted: (fact, place) => `Notiert: ${fact} (${place})`,
    notSaved: (why) => `Das konnte ich nicht speichern: ${why}`,
    found: 'Das habe ich notiert:',
    nothing: 'Dazu habe ich nichts notiert.',
    searchFailed: (why) => `Ich konnte meine Notizen nicht durchsuchen: ${why}`,
    noTool: {
      remember: 'In diesem Chat kann ich nichts ins Gedächtnis schreiben; es ist nicht gespeichert.',
      search: 'In diesem Chat kann ich das Gedächtnis nicht durchsuchen, und ohne Sprachmodell weiß ich sonst nichts.',
      read: 'In diesem Chat kann ich keine Dateien lesen.',
    },
    oddResult: 'Mein Gedächtnis hat etwas geantwortet, das ich nicht verstehe; bitte verlass dich nicht darauf.',
    emptyFile: (path) => `${path} ist leer.`,
    nothingToSummarise: 'Es gibt nichts zusammenzufassen.',
  },
  fr: {
    introduce: `Je suis la doublure hors ligne de Nightjar : je suis des règles, aucun modèle de langue n'est configuré. Je retiens ce que tu me dis (« Souviens-toi que … »), je le retrouve quand tu demandes, et je lis les fichiers de mon espace de travail (« lis MEMORY.md »). Pour un vrai modèle, remplis la section \`model:\` de ${config}.`,
    thanks: 'Je t’en prie.',
    rememberWhat: 'Que dois-je retenir ? Par exemple : « Souviens-toi que ma sœur Ada habite à Kyoto. »',
    noted: (fact, place) => `C'est noté : ${fact} (${place})`,
    notSaved: (why) => `Je n'ai pas pu l'enregistrer : ${why}`,
    found: "Voici ce que j'ai noté :",
    nothing: "Je n'ai rien noté à ce sujet.",
    searchFailed: (why) => `Je n'ai pas pu chercher dans mes notes : ${why}`,
    noTool: {
      remember: "Je ne peux pas écrire en mémoire dans cette conversation : ce n'est pas enregistré.",
      search: 'Je ne peux pas chercher en mémoire ici, et sans modèle de langue je ne sais rien d’autre.',
      read: 'Je ne peux pas lire de fichiers dans cette conversation.',
    },
    oddResult: "Ma mémoire a répondu quelque chose que je ne comprends pas ; ne t'y fie pas.",
    emptyFile: (path) => `${path} est vide.`,
    nothingToSummarise: "Il n'y a rien à résumer.",
  },
  es: {
    introduce: `Soy el sustituto sin conexión de Nightjar: sigo reglas y no hay ningún modelo de lenguaje configurado. Recuerdo lo que me dices («Recuerda que …»), lo encuentro cuando preguntas y leo archivos de mi espacio de trabajo («lee MEMORY.md»). Para darme un modelo de verdad, rellena la sección \`model:\` de ${config}.`,
    thanks: 'De nada.',
    rememberWhat: '¿Qué debo recordar? Por ejemplo: «Recuerda que mi hermana Ada vive en Kioto.»',
    noted: (fact, place) => `Anotado: ${fact} (${place})`,
    notSaved: (why) => `No he podido guardarlo: ${why}`,
    found: 'Tengo esto anotado:',
    nothing: 'No tengo nada anotado sobre eso.',
    searchFailed: (why) => `No he podido buscar en mis notas: ${why}`,
    noTool: {
      remember: 'En este chat no puedo escribir en la memoria; no está guardado.',
      search: 'En este chat no puedo buscar en la memoria, y sin modelo de lenguaje no sé nada más.',
      read: 'En este chat no puedo leer archivos.',
    },
    oddResult: 'Mi memoria ha respondido algo que no entiendo; no te fíes de ello.',
    emptyFile: (path) => `${path} está vacío.`,
    nothingToSummarise: 'No hay nada que resumir.',
  },
};
