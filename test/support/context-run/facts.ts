// Thirty things that the owner tells in passing over a long conversation, in several languages. Data only.

export interface Fact {
  /** As the owner says it, and as it should stand in a log. */
  line: string;
  /** What must be found again, letter for letter. */
  key: string;
  /** What somebody would look for. */
  query: string;
}

export const FACTS: readonly Fact[] = [
  fact('The roof tiles are ordered under number 7F3-221.', '7F3-221', 'roof tiles order number'),
  fact(
    'The greenhouse pump is set up in /srv/greenhouse/pump-12.yml.',
    '/srv/greenhouse/pump-12.yml',
    'greenhouse pump',
  ),
  fact('Our new neighbour is called Ottoline Vance.', 'Ottoline Vance', 'name of the new neighbour'),
  fact('我妹妹的生日是三月十七日。', '三月十七日', '妹妹 生日'),
  fact('歯医者の予約は毎月の第二火曜日です。', '第二火曜日', '歯医者 予約'),
  fact('우리 강아지의 이름은 보리입니다.', '보리', '강아지 이름'),
  fact('Never send mail to Barnaby before nine.', 'Barnaby', 'send mail before nine'),
  fact('The spare key hangs in locker QX-4417 at the station.', 'QX-4417', 'spare key locker station'),
  fact('My allergy is penicillin, the doctor wrote down code AL-0093.', 'AL-0093', 'penicillin allergy code'),
  fact('爸爸的心脏科医生叫欧阳明远。', '欧阳明远', '心脏科 医生'),
  fact(
    'The backup of the photos goes to backup@vault.example.org.',
    'backup@vault.example.org',
    'backup of the photos',
  ),
  fact('The bicycle frame has the serial WTU088Z17.', 'WTU088Z17', 'bicycle frame serial'),
  fact('母の好きな花は竜胆です。', '竜胆', '母 好きな花'),
  fact('The boat Mirabelle lies at berth 46 in Harlingen.', 'Mirabelle', 'boat berth Harlingen'),
  fact('지하실 열쇠는 파란 상자 안에 있습니다.', '파란 상자', '지하실 열쇠'),
  fact('We pay the cleaner Perpetua 87.50 euros each Friday.', 'Perpetua', 'cleaner paid each Friday'),
  fact('The tax adviser wants file 2026/118-K by April.', '2026/118-K', 'tax adviser file April'),
  fact('车库的密码锁型号是鹰牌K88。', '鹰牌K88', '车库 密码锁 型号'),
  fact('The heating curve stands in D:\\Haus\\heizung\\kurve.ini.', 'kurve.ini', 'heating curve'),
  fact('The choir rehearses in the Liudger chapel on Wednesdays.', 'Liudger', 'choir rehearses Wednesdays'),
  fact('The insurance policy has the number HV-5520-9901.', 'HV-5520-9901', 'insurance policy number'),
  fact('新しい隣の人は小笠原さんです。', '小笠原', '新しい 隣の人'),
  fact('Grandmother takes her tea with cardamom.', 'cardamom', 'grandmother tea'),
  fact('The wine of the wedding was a Blaufränkisch of 2019.', 'Blaufränkisch', 'wine of the wedding'),
  fact('下周的会议改到二号楼的白鹭厅。', '白鹭厅', '会议 改到 二号楼'),
  fact('The router in the attic has the address 10.44.7.203.', '10.44.7.203', 'router attic address'),
  fact('My old teacher Theodora lives in Szczebrzeszyn now.', 'Szczebrzeszyn', 'old teacher Theodora lives'),
  fact('The piano tuner comes with invoice PT-3091.', 'PT-3091', 'piano tuner invoice'),
  fact('여권은 서랍 밑의 빨간 봉투에 있어요.', '빨간 봉투', '여권 서랍'),
  fact('The allotment garden has plot number 314b.', '314b', 'allotment garden plot'),
];

function fact(line: string, key: string, query: string): Fact {
  return { line, key, query };
}
