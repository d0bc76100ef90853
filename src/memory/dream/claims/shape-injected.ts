// Words that are meant for the machinery behind an assistant and not for memory: prompts, roles, orders to forget its rules. Pure
// tables. Only what speaks to the assistant about itself; "Always answer in German" is a wish like others.

import { harmless } from '../../../text/harmless.js';

const FORMS: readonly RegExp[] = [
  /^(?:#{1,6}\s*|[[<*]{1,2})?(?:system|assistant|developer)(?:[\]>*]{1,2}\s*|\s*(?=[:：]))[:：]?/iu,
  /system[ -]?prompt(?!s? (?:for|me|asks))|developer mode|jailbreak|系统提示|系統提示|システムプロンプト|시스템 프롬프트|prompt (?:système|de sistema|del sistema|systemowy)|invite système/iu,
  /(?<!\p{L})(?:ignore|disregard|forget|override|bypass)\s+(?:(?:all|any|the|your|my|of|these|those|every)\s+){0,4}(?:previous|prior|above|earlier|preceding|former|system|safety|existing|original)\s+(?:\p{L}+\s+){0,2}(?:instruction|prompt|rule|message|guideline|direction|context)/iu,
  /(?<!\p{L})(?:ignore|disregard|forget)\s+(?:everything|all)\s+(?:above|before|that came before|you were told)|(?<!\p{L})(?:ignore|disregard)\s+(?:all|your)\s+(?:instructions|rules|guidelines)/iu,
  /(?:^|[.!?,:;]\s*|from now on,?\s*)you(?:['’]re| are) (?:now|no longer)(?!\p{L})|^(?:act as (?:an?|if|the)|pretend (?:to be|you|that you)|roleplay as)(?!\p{L})|reveal your (?:instructions|prompt|rules)|(?:do not|don['’]t|never) (?:tell|inform|alert) the (?:user|owner)/iu,
  /^(?:please\s+)?(?:summari[sz]e|translate|rewrite|analy[sz]e|respond to|answer)\s+(?:this|these|the (?:following|above|text|conversation))(?!\p{L})|^read HEARTBEAT\.md/iu,
  /(?<!\p{L})(?:ignoriere?n?|vergiss|vergesst|missachte)\s+(?:bitte\s+)?(?:(?:alle|sämtliche|die|deine|eure)\s+){1,2}(?:\p{L}+\s+){0,2}(?:anweisung|regel|instruktion|vorgabe)|^(?:ab (?:jetzt|sofort) bist du|du bist (?:jetzt|nun|ab jetzt|ab sofort))(?!\p{L})/iu,
  /(?<!\p{L})(?:ignore[rz]?|oublie[rz]?)\s+(?:toutes?\s+)?(?:les|tes|vos)\s+(?:\S+\s+){0,2}(?:instructions|consignes|règles)|^(?:tu es|vous êtes)\s+(?:maintenant|désormais)(?!\p{L})/iu,
  /(?<!\p{L})(?:ignora|olvida|omite|descarta)\s+(?:tod[ao]s?\s+)?(?:las|tus|los|sus)\s+(?:\S+\s+){0,2}(?:instrucciones|reglas|indicaciones)|^(?:ahora|a partir de ahora)\s+eres(?!\p{L})/iu,
  /(?<!\p{L})(?:z?ignoruj|zapomnij)\s+(?:o\s+)?(?:\p{L}+\s+){0,3}(?:instrukcj|poleceni|zasad)|^(?:jesteś teraz|od teraz jesteś)(?!\p{L})/iu,
  /(?:忽略|无视|無視|忘记|忘記|忘掉|不要理会|不用管|不要管)[^。！]{0,10}(?:指令|指示|提示词?|提示詞|规则|規則|设定|設定|命令)|你(?:现在|現在|从现在起|從現在起)(?:是|扮演)|(?:从|從)(?:现在|現在)(?:开始|開始|起)[，,]?你(?:是|扮演)/u,
  /(?:指示|命令|ルール|プロンプト|設定)[^。]{0,6}(?:無視し|忘れ(?:て|ろ))|(?:あなた|お前|君)は(?:今|これ)から|今からあなたは/u,
  /(?:지시|명령|규칙|지침|프롬프트)[^.]{0,8}(?:무시하|무시해|잊어)|(?:너는|당신은|넌)\s?(?:이제|지금)(?:부터|\s)|이제부터\s?(?:너는|당신은|넌)/u,
];

export function isInjected(text: string): boolean {
  return harmless(text) !== text || FORMS.some((form) => form.test(text));
}
