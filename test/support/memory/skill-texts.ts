// Three hundred skills as people write them, in several languages: thirty that a request means, and nine families of ten in
// each of three groups beside them, many of them close by. Made up; requests were worded before anything was ranked.

import type { RankedText } from '../../../src/memory/search/rank-texts.js';

/** A skill, and requests that mean it in other words than its own. */
export interface Planted {
  name: string;
  description: string;
  asks: readonly string[];
}

export const planted: readonly Planted[] = [
  {
    name: 'meeting-minutes',
    description:
      'Turns the transcript or rough notes of a meeting into minutes with decisions, owners and due dates. Use after a call.',
    asks: ['here is what everybody said in the conference this morning, write up what we agreed on'],
  },
  {
    name: 'tax-return-helper',
    description: 'Collects receipts and figures for the yearly tax return and fills in the worksheet.',
    asks: ['I have to declare my income to the authorities again, where do I start with deductions'],
  },
  {
    name: 'sourdough-coach',
    description:
      'Guides through baking sourdough: feeding the starter, folding, proofing, oven. Use when somebody bakes bread or a dough misbehaves.',
    asks: ['my loaf comes out flat, can we bake a better one'],
  },
  {
    name: 'flat-hunting',
    description:
      'Screens rental listings against budget and commute and drafts a note to the landlord. Use when somebody wants to move house.',
    asks: ['looking for a new apartment to rent near my office'],
  },
  {
    name: 'sql-tuning',
    description: 'Finds why a database query is slow, reads its plan and proposes indexes.',
    asks: ['this postgres select takes forever, make it faster'],
  },
  {
    name: 'changelog-writer',
    description: 'Builds release notes from merged commits, grouped by kind.',
    asks: ['what changed since the last version? announce it to users'],
  },
  {
    name: 'subtitle-maker',
    description: 'Transcribes a video or a recording and produces timed captions as SRT.',
    asks: ['put the spoken words of this clip on the screen as text'],
  },
  {
    name: 'slide-deck',
    description: 'Makes a PowerPoint presentation from an outline, with speaker notes.',
    asks: ['I have a talk on Friday and need something to show on the projector, keynote or pptx'],
  },
  {
    name: 'expense-splitter',
    description: 'Works out who owes whom after a shared trip or dinner.',
    asks: ['four of us rented a cabin and everyone paid something, settle it fairly'],
  },
  {
    name: 'cv-tailor',
    description: 'Adapts a résumé and a cover letter to one job advert. Use for job applications and career changes.',
    asks: ['I am applying for a position as nurse, adjust my curriculum vitae'],
  },
  {
    name: 'incident-postmortem',
    description: 'Writes a blameless report after an outage or incident: timeline, root cause, follow-ups.',
    asks: ['the servers went down last night, document what happened and why'],
  },
  {
    name: 'plant-doctor',
    description: 'Diagnoses yellow leaves, pests and wrong watering from a description or picture.',
    asks: ['the flowers on my balcony are dying, what is wrong'],
  },
  {
    name: 'gift-finder',
    description: 'Suggests presents for a person by age, taste and budget.',
    asks: ['what could I buy my grandma for her birthday'],
  },
  {
    name: 'vocabulary-trainer',
    description:
      'Makes flashcards from a text or a list of foreign words and asks them at growing intervals, until they are memorised.',
    asks: ['I want to learn spanish words by heart, quiz me'],
  },
  {
    name: 'angebot-schreiben',
    description:
      'Erstellt ein Angebot für Kunden mit Positionen, Preisen und Gültigkeit. Für Handwerk und Dienstleistungen.',
    asks: ['Ein Auftraggeber will wissen, was die Arbeit kosten würde, mach ihm einen Kostenvoranschlag'],
  },
  {
    name: 'rechnungsstellung',
    description: 'Schreibt Rechnungen nach deutschem Recht, mit Umsatzsteuer und laufender Nummer.',
    asks: ['ich muss dem Kunden die Leistungen von März berechnen, mit Mehrwertsteuer'],
  },
  {
    name: 'reiseplaner',
    description: 'Stellt einen Reiseplan mit Unterkünften, Strecken und Sehenswürdigkeiten zusammen.',
    asks: ['wir fahren im Sommer in den Urlaub nach Italien, was schauen wir uns an'],
  },
  {
    name: 'arztbrief-erklaeren',
    description: 'Erklärt Befunde und Arztbriefe in einfacher Sprache. Ersetzt keinen Besuch beim Arzt.',
    asks: ['was bedeutet der Laborbericht vom Doktor, ich verstehe die Fachwörter nicht'],
  },
  {
    name: 'wochenmenue',
    description: 'Plant die Mahlzeiten einer Woche und schreibt die Einkaufsliste dazu.',
    asks: ['was koche ich die nächsten Tage und was brauche ich aus dem Supermarkt'],
  },
  {
    name: 'xiaohongshu-note',
    description: '为小红书撰写种草笔记，含标题、正文和话题标签。',
    asks: ['帮我写一篇推荐这款面霜的社交媒体文案'],
  },
  {
    name: 'zhoubao',
    description: '根据本周的任务记录生成周报，列出进展、问题和下周安排。',
    asks: ['把这几天做的工作整理成给领导看的汇报'],
  },
  {
    name: 'contract-review-zh',
    description: '审查合同条款，标出风险和需要修改之处。',
    asks: ['这份租房协议有没有坑，帮我看看有哪些法律问题'],
  },
  {
    name: 'gaokao-essay',
    description: '批改高中语文作文，给出评分和修改建议。',
    asks: ['老师布置的文章我写好了，你来打个分，看看怎么改'],
  },
  {
    name: 'train-ticket-zh',
    description: '查询高铁车次、余票和换乘方案。',
    asks: ['国庆想坐火车从上海去成都，哪趟还有票'],
  },
  {
    name: 'keigo-mail',
    description: '取引先へのメールを敬語で作成し、件名と結びを整えます。',
    asks: ['お客様に返信したいので、丁寧な文面を考えて'],
  },
  {
    name: 'gijiroku',
    description: '会議の録音から議事録を作成し、決定事項と担当者をまとめます。',
    asks: ['さっきの打ち合わせの内容を記録に残したい'],
  },
  {
    name: 'kondate',
    description: '冷蔵庫の食材から一週間の献立を提案します。',
    asks: ['残り物で作れる夕飯の料理を教えて'],
  },
  {
    name: 'kr-resume',
    description: '채용 공고에 맞춰 자기소개서를 작성하고 다듬습니다.',
    asks: ['이번에 지원하는 회사에 낼 지원서를 써 줘'],
  },
  {
    name: 'kr-trip',
    description: '국내 여행 일정을 날짜별로 짜고 숙소와 맛집을 추천합니다.',
    asks: ['주말에 부산으로 놀러 가는데 묵을 곳이랑 갈 만한 식당 좀 알려줘'],
  },
  {
    name: 'kr-translation',
    description: '영어 문서를 자연스러운 한국어로 번역합니다.',
    asks: ['이 영문 보고서를 우리말로 옮겨 줘'],
  },
];

/** Name, description with `%` where the value goes, and the values. */
type Family = readonly [name: string, description: string, values: string];

const programming: readonly Family[] = [
  [
    'deploy-%',
    'Ships a service to % with health checks and rollback.',
    'aws gcp azure fly render heroku hetzner vercel netlify railway',
  ],
  [
    '%-linter',
    'Runs the linter for % code and repairs what it reports.',
    'python rust go java kotlin swift ruby php scala elixir',
  ],
  [
    '%-api',
    'Calls the % API: authentication, paging and limits.',
    'stripe twilio github gitlab jira linear notion airtable hubspot shopify',
  ],
  [
    'test-%',
    'Writes % tests for new code and explains what they cover.',
    'unit integration browser contract load snapshot property mutation smoke acceptance',
  ],
  [
    'git-%',
    'Helps with git %: what it does, when to avoid it, and how to undo it.',
    'rebase bisect worktree stash cherry-pick submodule reflog blame hooks tags',
  ],
  [
    '%-migration',
    'Moves a project to % step by step.',
    'typescript python3 react19 postgres17 kubernetes tailwind vite esm graphql terraform',
  ],
  [
    '%-codereview',
    'Reviews changes for % and leaves comments.',
    'security accessibility concurrency naming errors logging privacy caching dependencies licences',
  ],
  [
    'docker-%',
    'Sets up containers for %, with volumes and networks.',
    'redis mysql nginx kafka minio grafana keycloak mailhog elasticsearch rabbitmq',
  ],
  [
    'explain-%',
    'Explains % to a beginner with small examples.',
    'recursion closures pointers regex async monads sockets hashing parsers compilers',
  ],
];

const everyday: readonly Family[] = [
  [
    '%-recipes',
    'Recipes of % cooking for weekday evenings.',
    'thai mexican indian vegan korean greek turkish french keto lebanese',
  ],
  [
    '%-workout',
    'A training plan for % with rest days.',
    'running swimming cycling climbing yoga rowing boxing pilates hiking tennis',
  ],
  ['guide-%', 'What to see and where to eat in %.', 'lisbon tokyo vienna oslo berlin naples prague hanoi lima seoul'],
  [
    '%-letter',
    'Writes a formal letter of %.',
    'complaint resignation recommendation apology intent condolence reference termination appeal invitation',
  ],
  [
    '%-tracker',
    'Keeps a list of % and shows how it changed over time.',
    'sleep mood weight water reading spending medication fuel chores screen-time',
  ],
  [
    '%-image',
    'Edits pictures: % and saves a copy.',
    'crops resizes sharpens recolours watermarks blurs upscales rotates compresses outlines',
  ],
  [
    'learn-%',
    'A short daily lesson in %, with dialogue and pronunciation.',
    'italian french arabic hindi dutch polish greek turkish swedish finnish',
  ],
  [
    'music-%',
    'Practice sessions for the %: scales, pieces, rhythm.',
    'guitar piano violin drums ukulele flute cello bass trumpet saxophone',
  ],
  [
    'smart-%',
    'Controls the % at home and tells their state.',
    'lights heating blinds vacuum locks cameras sprinklers speakers plugs doorbell',
  ],
];

const languages: readonly Family[] = [
  [
    'brief-%',
    'Schreibt einen förmlichen Brief an %.',
    'Vermieter Behörde Bank Krankenkasse Schule Versicherung Nachbarn Arbeitgeber Verein Gemeinde',
  ],
  [
    'uebung-%',
    'Übungsaufgaben in % für die Mittelstufe, mit Lösungen.',
    'Mathematik Physik Chemie Biologie Geschichte Erdkunde Latein Deutsch Informatik Musik',
  ],
  [
    'wartung-%',
    'Erinnert an die Wartung von % und hält fest, was getan wurde.',
    'Heizung Auto Fahrrad Dach Waschmaschine Kamin Rasenmäher Lüftung Boiler Rauchmelder',
  ],
  [
    'zh-translate-%',
    '把中文资料译成%，保留术语和格式。',
    '英文 法文 德文 俄文 西班牙文 葡萄牙文 阿拉伯文 意大利文 泰文 越南文',
  ],
  ['zh-study-%', '辅导%课程，讲解知识点并出练习题。', '数学 物理 化学 生物 历史 地理 政治 英语 编程 音乐'],
  ['zh-health-%', '记录%情况，每月画出趋势图。', '血压 血糖 体重 睡眠 饮水 步数 心率 视力 用药 情绪'],
  ['ja-%', '%について調べ、要点を三つにまとめます。', '株価 為替 天気 不動産 判例 補助金 求人 新製品 競合 論文'],
  ['ja-lesson-%', '%の練習問題を作り、採点して解説します。', '英語 数学 漢字 古文 物理 化学 世界史 地理 簿記 統計'],
  ['ko-%', '% 관련 자료를 모아 표로 정리합니다.', '주식 부동산 환율 날씨 판례 논문 경쟁사 채용 특허 물가'],
];

/** All of them: the planted ones strewn among the others, always in the same places. */
export function skillTexts(): RankedText[] {
  const others = [...programming, ...everyday, ...languages].flatMap(([name, description, values]) =>
    values.split(' ').map((value, at) => ({
      title: name.replace('%', /^[a-z0-9-]+$/.test(value) ? value : String(at + 1)),
      body: description.replace('%', value),
    })),
  );
  const every = others.length / planted.length;
  return others.flatMap(({ title, body }, at) => {
    const here = at % every === 0 ? planted[at / every] : undefined;
    const text = { key: `k${at}`, title, body };
    return here ? [{ key: here.name, title: here.name, body: here.description }, text] : [text];
  });
}
