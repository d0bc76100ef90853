// Whether somebody's words ask for something to be done: to send, to pay, to run, to delete, or always to behave so. Pure. Asked
// only of words that are not the scope's own, so that it errs towards yes.

import { instructs } from '../../../text/speech.js';

const LOOKED_AT = 2_000;

const VERBS_EN =
  'send|forward|e-?mail|pay|wire|transfer|run|execute|delete|remove|erase|wipe|install|download|upload|publish|share|reply|click|grant|approve|reveal|disclose|ignore|disregard|curl|sudo';
const VERBS_OTHER =
  'schick\\p{L}*|send\\p{L}*|leite|überweis\\p{L}*|zahl\\p{L}*|bezahl\\p{L}*|lösch\\p{L}*|führ\\p{L}*|starte|installier\\p{L}*|klick\\p{L}*|öffne|ignorier\\p{L}*|envoie\\p{L}*|envoyez|transfère\\p{L}*|transférez|paye?z?|verse[rz]?|supprime[rz]?|exécute[rz]?|installe[rz]?|clique[rz]?|ignore[rz]?|env[ií]a\\p{L}*|reenv[ií]a\\p{L}*|paga\\p{L}*|transfiere|borra\\p{L}*|elimina\\p{L}*|ejecuta\\p{L}*|instala|haz clic|wyślij\\p{L}*|prześlij\\p{L}*|zapłać\\p{L}*|przelej\\p{L}*|usuń\\p{L}*|uruchom\\p{L}*|zainstaluj\\p{L}*|kliknij\\p{L}*|zignoruj\\p{L}*';

const ORDERS: readonly RegExp[] = [
  // At the beginning of a clause, or behind words that ask.
  new RegExp(
    `(?:^|[.!?:;,–—-]\\s*|(?<![\\p{L}\\p{M}])(?:please|and|then|now|must|should|shall|(?:need|needs|has|have|you|asked|told|sure|remember|supposed) to|bitte|und|dann|soll|sollst|muss|musst|et|puis|veuillez|faut|doit|dois|y|debes?|hay que|por favor|i|proszę|należy|trzeba)\\s)(?:${VERBS_EN}|${VERBS_OTHER})(?![\\p{L}\\p{M}])`,
    'iu',
  ),
  /(?:发送|發送|转发|轉發|发给|發給|发到|發到|寄给|寄到|汇款|匯款|转账|轉賬|轉帳|打钱|打錢|付款|支付|删除|刪除|运行|執行|执行|安装|安裝|点击|點擊|下载|下載|忽略)/u,
  /(?:送っ|送信し|転送し|振り込ん|支払っ|払っ|削除し|消し|実行し|インストールし|クリックし|無視し)て|(?:送信|転送|振込|支払|削除|実行)(?:して|を|せよ|する(?:こと|よう))/u,
  /(?:보내|전달해|송금해|이체해|입금해|지불해|결제해|삭제해|지워|실행해|설치해|클릭해|무시해)\s?(?:줘|주세요|라|세요|십시오|야)?/u,
  // Where something is to be sent to.
  /(?<![\p{L}\p{M}])(?:to|an|à|a|al|do|na|via|into)\s+(?:[\w.+-]{1,64}@[\w-]{1,64}\.\w|https?:\/\/|[A-Z]{2}\d{2}[A-Z0-9 ]{10,34}|0x[0-9a-f]{20,}|bc1[a-z0-9]{20,})/iu,
  /(?:到|给|給|至)\s?(?:[\w.+-]{1,64}@[\w-]{1,64}\.\w|https?:\/\/)|(?:[\w-]{1,64}\.\w{2,10}|[A-Z0-9]{12,34})\s?(?:へ|に|宛|로|으로|에게|에)/iu,
];

export function ordersSomething(text: string): boolean {
  const said = text.slice(0, LOOKED_AT);
  return instructs(said) >= 1 || ORDERS.some((one) => one.test(said));
}
