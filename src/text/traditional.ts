// Whether a Chinese text is written in traditional characters. Pure; it converts nothing.

/** Everyday characters by pairs, traditional first; what both ways of writing share says nothing. */
const PAIRS =
  '們们個个來来說说時时會会對对國国學学買买賣卖讀读書书車车東东門门問问請请謝谢誰谁幾几麼么嗎吗還还給给幫帮沒没從从開开關关點点電电話话號号碼码記记憶忆這这樣样為为過过發发現现應应該该' +
  '聽听覺觉總总結结鑰钥媽妈寫写錯错愛爱歡欢貓猫雞鸡魚鱼飯饭麵面館馆廳厅圖图頭头題题顯显檔档資资訊讯網网線线紅红綠绿藍蓝雙双單单讓让認认識识講讲語语別别刪删掛挂兒儿氣气長长錢钱間间後后裡里';
const traditional = new Set([...PAIRS].filter((_, at) => at % 2 === 0));
const simplified = new Set([...PAIRS].filter((_, at) => at % 2 === 1));

/** True when more characters are only traditional than only simplified. */
export function traditionalIn(text: string): boolean {
  let more = 0;
  for (const character of text) more += traditional.has(character) ? 1 : simplified.has(character) ? -1 : 0;
  return more > 0;
}
