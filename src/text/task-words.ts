// What people ask to have done, and the many words they have for it: a thing or a deed to a line, over languages, so that a
// request finds an instruction that was written in other words or in another language. Never add a word because one text or
// one request needs it. What is found by it is a guess, and counts less than the word itself. Pure data and a look-up.

import { indexTerms } from './index-terms.js';
import { foldText, isUnspaced } from './segment.js';

/** Deeds. A word may be in several lines; lines are not joined. */
const DEEDS = `
  write draft compose author schreiben verfassen entwerfen rédiger écrire redactar escribir 写 撰写 撰寫 起草 写作 寫作 書く 執筆 下書き 작성 쓰기 초안 jot wording phrase formulate paragraph formulieren formuliert aufsetzen texten rédige redacta 拟 草拟 写一封 写一篇 文章 書き 書いて 문안 써줘 써
  rewrite edit revise polish proofread copyedit grammar spelling typo überarbeiten korrektur lektorat korrigieren relire corriger corregir 润色 潤色 修改 校对 校對 改写 改寫 推敲 添削 校正 교정 다듬 퇴고 맞춤법 adjust tailor tone wording formulierung 语气 語氣 措辞 rephrase reword improve paraphrase style verbessern umformulieren reformuler mejorar 改进 改一改 優化 言い換え 直し 고쳐 바꿔써
  translate translation localize localise localization übersetzen übersetzung traduire traduction traducir traducción 翻译 翻譯 译成 譯成 本地化 翻訳 訳す 訳して 통역 번역 bilingual sprachen 中译 英译 옮겨 옮기 영문 우리말 한글로 한국어로 영어로 和訳 英訳 foreign 日本語に 英文 中文 영작 일본어 중국어
  summarize summary digest condense shorten tldr recap gist abridge zusammenfassen zusammenfassung kurzfassung résumer résumé resumir resumen 总结 總結 摘要 概括 要点 要點 要約 まとめ 요약 정리 key highlights kernaussagen overview essence outline brief boil überblick wesentliche kernpunkte 归纳 梗概 提炼 短く 핵심 간추 shorter lengthy long kürzer lang 太长 精简 短くして 長すぎ 짧게 길어
  explain clarify teach understand erklären verstehen expliquer explicar 解释 解釋 讲解 講解 说明 說明 説明 解説 설명 이해 meaning mean simple beginner plain unclear confusing bedeuten bedeutet heißt einfach verständlich signifie 什么意思 看不懂 通俗 どういう意味 わかりやすく 分かりやすく 뜻 쉽게 why wonder curious asks warum wieso neugierig 为什么 なぜ なんで 왜
  find search look lookup locate discover suchen finden chercher buscar 查找 搜索 搜尋 寻找 尋找 検索 探す 探して 검색 찾기 찾아 hunt spot seek where missing lost aufspüren ausfindig trouver 找到 找一下 寻 見つけ 探し 찾아줘 찾는
  research investigate study literature survey sources recherche recherchieren nachforschen investigar 调研 調研 研究 调查 調查 文献 文獻 リサーチ 調べ 조사 연구 문헌
  compare comparison versus alternatives choose decide decision tradeoff pick vergleich vergleichen auswählen entscheidung comparer elegir 比较 比較 对比 對比 选择 選擇 決定 选哪 比べ 選ぶ 選び 비교 선택 결정 cheaper cheapest better best rank shortlist günstiger günstigste billigste besser moins meilleur mejor barato 哪个好 更好 便宜 最便宜 性价比 安い どっち 最安 저렴 제일 싼 어느
  check verify validate audit inspect examine review prüfen überprüfen kontrolle vérifier revisar comprobar 检查 檢查 审核 審核 审查 審查 核对 核對 確認 点検 検証 監査 점검 확인 검토 검사 correct proof doublecheck complies konform stimmt ordnung kontrollieren 检验 核查 有没有问题 对不对 大丈夫 確か 맞는지 괜찮
  fix repair debug troubleshoot solve broken bug crash error failure defect fault fehler reparieren beheben kaputt störung réparer panne arreglar 修复 修復 修理 调试 調試 故障 报错 報錯 崩溃 崩潰 排查 修正 不具合 直す 直して エラー バグ 고치 수리 오류 버그 고장 디버깅 crashes crashing restart restarts freeze stuck hang hangs malfunction exception stacktrace absturz hängt funktioniert geht kommt weiter 跑不起来 坏了 壞了 不能用 死机 异常 定位 動かない 壊れ 直ら 止まる 안돼 안되 멈춰 멈춤 튕겨 문제 button nothing reproduce reproducible steps issue issues reproduzieren 重现 複現 再現 재현
  plan planning schedule organize organise arrange prepare roadmap planen planung organisieren vorbereiten planifier organizar 计划 計劃 规划 規劃 安排 筹备 籌備 計画 段取り 準備 企画 계획 기획 준비 일정 timetable itinerary agenda map organisation zeitplan terminplan ablauf vorhaben 怎么安排 打算 做准备 立て 予定 스케줄 짜줘 짜고
  convert transform format export change umwandeln konvertieren convertir 转换 轉換 转成 轉成 格式 変換 변환 바꾸 바꿔
  extract parse scrape pull crawl harvest collect auslesen extrahieren extraire extraer 提取 抽取 抓取 爬虫 爬蟲 爬取 采集 採集 抽出 取り出 スクレイピング 추출 수집 크롤링 pick pattern match regex regexp expression muster ausdruck 正则 匹配 正規表現 패턴 정규식
  merge combine join concatenate consolidate unite zusammenführen verbinden fusionner combinar 合并 合併 拼接 结合 統合 結合 병합 합치
  split separate cut trim crop divide teilen aufteilen schneiden découper recortar 拆分 分割 裁剪 剪辑 剪輯 切り取 切り抜 분할 자르
  shrink compress reduce smaller size optimize optimise lighter verkleinern komprimieren compresser réduire comprimir 压缩 壓縮 缩小 縮小 圧縮 軽く 압축 줄이 줄여
  clean cleanup tidy declutter deduplicate duplicates normalize mess aufräumen bereinigen doppelte putzen nettoyer ranger limpiar ordenar 清理 整理 去重 清洗 打扫 打掃 片付け 掃除 정돈 청소 중복 messy dirty chaos order neat duplicate dupes inconsistent encoding durcheinander unordnung 乱 混乱 杂乱 散らか ごちゃごちゃ 어지러 깔끔
  sort categorize categorise classify label tag triage group prioritize prioritise urgent sortieren einordnen kategorien trier clasificar 分类 分類 归类 歸類 标签 標籤 优先 優先 仕分け 분류 태그 우선순위 arrange order unread albums bring matter important wichtig einsortieren zuordnen geordnet 排序 归档 整理 重要 並べ 중요 나누
  automate automation workflow pipeline script recurring macro automatisieren automatisierung ablauf automatiser automatizar 自动化 自動化 工作流 流程 脚本 腳本 自動 자동화 자동 schedule routine trigger every automatically cron zapier ifttt 定时 触发 定期 定期的 毎日 반복 자동으로 정기
  monitor watch track observe alert notify uptime überwachen beobachten benachrichtigen verfolgen surveiller vigilar 监控 監控 监测 監測 跟踪 追踪 提醒 告警 監視 見張 追跡 通知 감시 모니터링 추적 알림 keep eye threshold follow follows rival changes stay uptodate beobachte verfolge auf dem laufenden 关注 盯着 盯 動向 見守 동향 지켜
  remind reminder remember forget memo erinnern erinnerung merken vergessen rappeler rappel recordar recordatorio 提醒 记住 記住 记得 記得 备忘 備忘 忘记 リマインド 覚え 忘れ 리마인더 기억 잊지
  publish post release announce share veröffentlichen publier publicar 发布 發布 发表 發表 公布 公開 投稿 配信 게시 발행 배포 공개 press newspapers newspaper journalists media reveal launch pressemitteilung zeitung journalisten communiqué prensa 新闻稿 媒体 报社 发布会 プレスリリース 報道 新聞 보도자료 언론 신문
  deploy deployment rollout ship launch hosting provision bereitstellen ausrollen déployer desplegar 部署 上线 上線 发版 發版 デプロイ 本番 リリース 배포 출시
  install setup configure configuration onboard einrichten installieren installer configurer instalar configurar 安装 安裝 配置 设置 設置 搭建 設定 導入 インストール 설치 설정 구성
  backup restore recover archive snapshot rescue sichern sicherung wiederherstellen datensicherung sauvegarde restaurer respaldo copia 备份 備份 恢复 恢復 还原 還原 存档 バックアップ 復元 保存 백업 복구 복원 accident accidentally deleted lost undelete yesterday gelöscht verloren versehentlich perdu perdido 误删 丢了 找回 消えた 消して 間違えて 戻して 날아갔 지워 되돌
  migrate migration upgrade update port modernize umziehen umstellung aktualisieren migrer actualizar 迁移 遷移 升级 升級 更新 移行 アップデート 마이그레이션 이전 업그레이드 업데이트 modernise modernized codebase jdk old outdated rewrite altes veraltet modernisieren 老旧 旧版 升到 古い 移す 오래된 옮기
  test testing regression coverage quality tests testen tester probar 测试 測試 单元测试 质量 テスト 試験 테스트 시험 reproduce
  refactor cleanup restructure simplify readable legacy umbauen refaktorieren 重构 重構 简化 簡化 リファクタリング 리팩터링 리팩토링
  benchmark performance speed slow faster latency profile optimize langsam beschleunigen geschwindigkeit lent rapide lento rápido 性能 速度 变慢 加速 優化 优化 卡顿 遅い 高速 性能 パフォーマンス 느린 느려 속도 성능 최적화 forever takes sluggish lahm träge 慢 太慢
  measure analyze analyse analysis analytics statistics insights metrics kpi auswerten auswertung statistik kennzahlen analyser analizar 分析 统计 統計 指标 指標 数据分析 集計 분석 통계 지표 figures numbers data evaluate spent overspent where zahlen daten 数据 花在 哪里 データ 使いすぎ 내역 데이터
  forecast predict trend prognose vorhersage prévoir pronóstico 预测 預測 趋势 趨勢 予測 見通し 예측 전망
  chart graph plot visualize visualise visualization diagram dashboard diagramm schaubild grafik graphique gráfico 图表 圖表 可视化 可視化 画图 畫圖 流程图 流程圖 グラフ 図表 図解 차트 그래프 시각화 도표 curve pie bar axis kurve balken torte 饼图 柱状图 折线图 棒グラフ 円グラフ 막대 원형
  design layout mockup wireframe prototype interface ux ui gestalten entwurf oberfläche conception diseño 设计 設計 界面 原型 布局 デザイン 画面 디자인 화면 시안
  draw illustrate sketch paint drawing illustration zeichnen malen dessiner dibujar 画画 畫畫 插画 插畫 绘画 繪畫 绘图 繪圖 イラスト 絵を 描く 描いて 그림 그리 삽화
  brainstorm ideas idea creative inspiration invent ideen einfälle idées ideas 头脑风暴 頭腦風暴 创意 創意 点子 點子 灵感 靈感 アイデア 発想 アイディア 아이디어 브레인스토밍 발상 suggestion suggestions inspire topics anregung vorschläge 想法 主意 案 ネタ 소재
  name naming title headline slogan tagline brand benennen namensfindung nommer nombre 起名 取名 命名 标题 標題 口号 ネーミング 名前 題名 작명 이름 제목
  negotiate bargain haggle discount persuade verhandeln rabatt négocier negociar 谈判 談判 讲价 講價 砍价 协商 交渉 値引き 협상 흥정 raise salary offer gehaltserhöhung 加薪 涨工资 給料 연봉
  apologize sorry complaint complain refund warranty reclaim dispute beschwerde reklamation erstattung reklamieren plainte réclamation queja reembolso 投诉 投訴 道歉 退款 退货 索赔 クレーム 苦情 返金 お詫び 謝罪 불만 환불 사과 항의 angry money-back unhappy geld zurück verärgert 生气 退钱 怒 환급 late delay verspätung 迟到 晚了 遅れ 늦어서 미안
  thank congratulate greeting card toast speech wedding wishes rede glückwunsch danksagung discours discurso 致辞 致詞 祝福 贺卡 賀卡 感谢信 演讲 演講 スピーチ 挨拶 祝辞 お礼 축사 연설 인사말 감사 greet celebrate anniversary karte grüße glückwünsche 贺词 祝贺 祝词 お祝い 축하 reception bride groom farewell party trauzeuge 披露宴 送別会 敬酒 致词 乾杯 건배
  presentation slides slideshow deck powerpoint keynote pptx talk lecture präsentation folien vortrag présentation diapositives presentación diapositivas 演示 幻灯片 簡報 演示文稿 汇报 プレゼン スライド 発表 발표 슬라이드 프레젠테이션 projector beamer audience stage vorführen vorstellen 讲稿 大纲 台上 登壇 資料 발표자료
  transcribe transcript dictation subtitle caption spoken recording audio voice mitschrift untertitel abtippen transkript transcrire sous-titres transcribir subtítulos 转写 轉寫 听写 聽寫 字幕 录音 錄音 转录 文字起こし 書き起こし 録音 字幕 자막 녹음 받아쓰기 녹취 captions subtitles words screen 字起こし
  record capture log journal protokollieren aufzeichnen festhalten enregistrer registrar 记录 記錄 登记 記録 기록
  approve sign signature signing unterschreiben unterschrift genehmigen signer firmar 签名 簽名 签署 审批 署名 承認 서명 승인 결재 signs unterzeichnen 签字 签约 サイン 判子 사인 도장
  reply respond answer response inbox antworten antwort beantworten répondre responder 回复 回覆 答复 答覆 返信 返事 답장 회신 답변
  send forward deliver dispatch mail schicken senden versenden envoyer enviar 发送 發送 寄送 送信 送る 보내 발송 전송
  download fetch grab save herunterladen télécharger descargar 下载 下載 ダウンロード 다운로드 내려받
  upload sync synchronize hochladen abgleichen synchroniser subir sincronizar 上传 上傳 同步 アップロード 同期 업로드 동기화
  delete remove erase löschen entfernen supprimer borrar 删除 刪除 移除 削除 消す 삭제 제거
  generate create build make produce erstellen erzeugen anlegen créer crear generar 生成 创建 創建 制作 製作 做一个 作成 作る 作って 생성 만들
  estimate quote calculate compute cost schätzen berechnen aufwand angebot estimer calculer estimar calcular 估算 报价 報價 计算 計算 预估 見積 計算 見積もり 견적 계산 추정 kostenvoranschlag preisangebot offerte devis presupuesto 報価 worth price much many figure kostet kosten teuer preis wieviel cuánto combien 多少钱 花多少 成本 いくら 料金 費用 얼마 비용 요금
  split share settle owe expense roommates abrechnen aufteilen partager dividir 分摊 分攤 平摊 割り勘 精算 정산 더치페이 fair fairly rented everyone owes jeder 谁出
  practice practise quiz flashcard memorize drill revise exam üben lernen karteikarten vokabeln prüfung réviser apprendre practicar aprender examen 练习 練習 背单词 背單字 记忆卡 考试 考試 复习 複習 暗記 単語帳 試験勉強 復習 연습 암기 시험 복습 단어장 heart memory interval spaced auswendig 默写 rehearse rehearsal mock coach training prepare wiederholen proben durchgehen 模拟 演练 排练 模擬 対策 예행 모의 대비
  moderate interview candidate recruit hiring bewerbung vorstellungsgespräch bewerber entretien entrevista 面试 面試 招聘 候选人 求职 面接 採用 求人 면접 채용 지원자 recruiter job personaler vorstellung 面试官 hr 面接官 면접관 应聘 陪练 模拟面试 面接練習
`;

/** Things and subjects. */
const THINGS = `
  document doc docx file manuscript dokument schriftstück fichier documento 文档 文檔 文件 文書 書類 ドキュメント 문서 서류 docs odt letterhead vorlage schrift 稿 资料 資料 자료
  pdf scan acrobat formular formulaire formulario 表单 表單 扫描 掃描 フォーム スキャン 스캔 양식 forms blanks fillable ausfüllen vordruck antragsformular remplir rellenar 填表 填写 记入 記入 入力 기입 작성란
  ocr handwriting scanned image text recognition texterkennung handschrift 文字识别 文字識別 手写 手書き 文字認識 필기 손글씨 문자인식
  spreadsheet excel xlsx csv workbook pivot tabelle tabellenkalkulation tableur feuille hoja 表格 电子表格 試算表 报表 スプレッドシート 表計算 エクセル 스프레드시트 엑셀 표 formula formeln ods 公式 関数 수식 list table tables lists liste excelliste 名单 列表 一覧 リスト 목록 명단
  email mail inbox newsletter gmail outlook correspondence postfach e-mail courriel boîte correo carta 邮件 郵件 邮箱 信件 收件箱 来信 メール 受信 手紙 이메일 메일 편지 받은편지함 文面 unread messages message reply outbox spam attachment ungelesen nachricht nachrichten mails mensaje 未读 垃圾邮件 未読 迷惑メール 안읽은 스팸 mailing mailings 写封信 信 一封
  calendar appointment slot availability kalender termin verabredung agenda rendez-vous calendrier cita calendario 日历 日曆 日程 预约 預約 约会 行程 カレンダー 予定 予約 アポ 달력 캘린더 약속 예약 free busy meet tuesday monday freitag uhr 有空 几点 什么时候 空いて いつ 언제 빈
  meeting minutes agenda standup besprechung sitzung protokoll meeting réunion compte-rendu reunión acta 会议 會議 开会 開會 纪要 紀要 例会 会議 議事録 打ち合わせ ミーティング 회의 회의록 미팅 conference discussed agreed versammlung treffen tagesordnung 讨论 討論 议程 会談 商談 의논 논의 assembly talked mitgliederversammlung gestern besprochen beschlüsse 会上 决议 发言 刚才开会 話し合い 決定事項 結論 얘기 나온 안건 결정사항 participants attendees teilnehmer 参会 参加者 참석자
  task todo backlog ticket kanban checklist chore aufgabe aufgaben erledigen liste tâche tarea 任务 任務 待办 待辦 清单 清單 事项 タスク 課題 やること 할일 과제 업무 체크리스트 erledigung pendenzen todos assign who responsible zuständig verantwortlich 谁做 负责 待办事项 担当 やるべき 담당 할
  project milestone deadline timeline gantt projekt meilenstein frist stand projet échéance proyecto plazo 项目 項目 里程碑 进度 進度 工期 期限 プロジェクト 進捗 締め切り 프로젝트 진행 마감
  report weekly bericht wochenbericht rapport informe 报告 報告 周报 週報 月报 日报 日報 レポート 報告書 보고서 주간보고 보고 leader boss vorgesetzter 领导 領導 汇报 匯報 上司 상사
  daily morning brief briefing news overview today täglich morgens nachrichten überblick tagesüberblick quotidien matin noticias 每日 早报 早報 新闻 新聞 简报 今天 ニュース 毎朝 朝刊 今日 뉴스 아침 오늘 매일 tagesschau headlines heute tag start what’s 晨间 本日 하루 schedule ahead kick anstehen ansteht 有什么 今天有 予定 오늘일정 每天 早上 每晚 今日の 毎日 아침마다
  week weekly review retrospective reflect woche rückblick wochenrückblick semaine bilan semana 每周 每週 一周 一週 复盘 复盤 回顾 回顧 周末 週次 振り返り 今週 주간 회고 돌아보 days past weekend tage 这几天 最近 这周 本周 上周 这星期 この一週間 이번주 지난주 한주
  note notes notebook zettelkasten obsidian notion wiki notizen wissen carnet apuntes notas 笔记 筆記 知识库 知識庫 ノート メモ ナレッジ 노트 메모 지식
  contact people person birthday crm address relationship friend kontakt kontakte geburtstag adressbuch leute anniversaire contacto cumpleaños 联系人 聯絡人 通讯录 生日 人脉 朋友 連絡先 誕生日 人脈 知り合い 연락처 생일 인맥 지인 aunt uncle friends cousin greetings tante onkel freunde freund verwandte birthdays geburtstage 亲戚 阿姨 友達 親戚 친구 친척 이모 mother father sister brother mutter vater schwester bruder familie who wer kennengelernt 认识 是谁 家人 家族 誰 가족 누구
  invoice bill billing receipt payment rechnung rechnungen quittung zahlung beleg facture reçu factura recibo 发票 發票 账单 帳單 收据 收據 付款 請求書 領収書 支払い 영수증 청구서 송장 결제 계산서 berechnen abrechnen fakturieren verrechnen honorar quittungen belege 单据 開票 伝票 レシート 計上
  bookkeeping accounting ledger tax vat return deduction reconcile buchhaltung steuer steuererklärung umsatzsteuer buchführung comptabilité impôt contabilidad impuestos 记账 記帳 会计 會計 税务 稅務 报税 報稅 対账 会計 税金 確定申告 経理 家計簿 회계 세금 장부 연말정산 부가세 finanzamt steuerberater belege beleg abschreibung irs authorities taxes income declare einkommen 税局 个税 所得 税務署 세무서 소득 국세청 bookkeeper fiscal audit year-end jahresabschluss bilanz gewinn 年终 利润 决算 決算 利益 결산 이익
  expense expenses reimbursement travel claim spesen reisekosten auslagen frais gastos 报销 報銷 费用 費用 経費 交通費 경비 출장비 지출 reimbursed reimburse slip slips receipts business-trip dienstreise erstattet 报账 立替 출장
  budget saving spending money finance personal debt household haushalt sparen ausgaben geld finanzen budget argent économies presupuesto ahorro dinero 预算 預算 理财 理財 存钱 存錢 开支 花销 省钱 予算 節約 貯金 お金 예산 저축 가계부 돈 절약 cheap cheaper afford spent overspend monthly income teuer kosten ausgegeben dépensé gastado 花了 花钱 太多 记账 支出 使いすぎ 無駄遣い レシート 지출 썼 생활비 钱都 钱花 收入 账单 花到 お財布 出費 수입 돈을
  invest portfolio etf crypto aktien depot börse anlage investieren bourse placement inversión acciones bolsa 股票 投资 投資 基金 理财 持仓 行情 株価 株式 資産運用 주식 투자 펀드 증시 stocks shares dividend funds broker dividends savings retirement pension rente altersvorsorge 养老 定投 年金 配当 연금 배당
  bank mortgage loan interest credit insurance kredit darlehen versicherung zinsen hypothek prêt assurance préstamo seguro 贷款 貸款 保险 保險 房贷 利息 銀行 ローン 保険 대출 보험 이자 은행 insurer insurers policy claim accident versicherer schaden schadensfall 理赔 赔付 保険金 보험금
  contract agreement legal clause nda law lawyer lease vertrag klausel anwalt rechtlich kündigung mietvertrag contrat juridique contrato legal 合同 合約 法律 条款 條款 律师 协议 契約 法務 規約 条項 계약 계약서 법률 조항 unterschreiben tenancy 坑 风险 租约 landlord tenant sign rental cookie verordnung recht rechtliche gericht membership mitgliedschaft unusual 合法 纠纷 条文 约定 法的 裁判 법적 소송 변호사 court courts insurer lawsuit object objection sue widerspruch einspruch klage 起诉 申诉 异议 仲裁 訴訟 異議 이의
  privacy gdpr compliance policy regulation datenschutz dsgvo richtlinie confidentialité privacidad 隐私 隱私 合规 合規 政策 個人情報 規制 개인정보 규정 준수 cookie cookies banner consent privatsphäre verordnung einwilligung daten personenbezogen 同意 数据保护 クッキー 쿠키 동의
  security vulnerability password exploit threat pentest hack secret leak sicherheit schwachstelle passwort lücke sécurité faille seguridad 安全 漏洞 密码 密碼 渗透 泄露 セキュリティ 脆弱性 暗号 보안 취약점 비밀번호 phishing malware virus attack breach firewall hacker angriff viren 病毒 攻击 黑客 钓鱼 ウイルス 攻撃 不正 바이러스 해킹 공격 hacked safe safer stolen compromised gehackt sicherer gestohlen 被盗 盗号 乗っ取 盗まれ 털렸 도용
  code coding program programming software developer programmieren quellcode entwickler coder código 代码 代碼 編程 编程 程序 程式 开发 プログラム 開発 コード ソース 코드 코딩 프로그램 개발 function class method library package module compile script jdk java python javascript typescript rust codebase repo quelltext 函数 库 编译 跑不起来 関数 動かない 함수 컴파일 코드가 backend frontend developers exception exceptions throw throws framework variable loop entwicklung 后端 变量 异常 バックエンド 例外 백엔드 예외 돌리면
  git commit branch rebase repository version history changelog github gitlab diff 提交 分支 版本 仓库 倉庫 コミット ブランチ 履歴 커밋 브랜치 저장소 버전 repo repos push pull stash conflict commits branches konflikt 冲突 回滚 競合 충돌 altered staged
  pull request merge review reviewer codereview 代码审查 程式碼審查 合并请求 レビュー 코드리뷰 리뷰
  release changelog versionshinweise änderungen 发行说明 更新日志 更新日誌 变更 変更履歴 リリースノート 릴리스 변경사항
  database sql query schema postgres mysql sqlite index datenbank abfrage base requête consulta 数据库 資料庫 查询 查詢 データベース クエリ 데이터베이스 쿼리 디비 select join migration rows tabelle relational mongodb nosql redis 表 表結合 조인 테이블
  api endpoint webhook http graphql openapi schnittstelle interfaz 接口 介面 対接 エンドポイント 連携 인터페이스 연동 interface interfaces developer developers requests request client sdk
  server linux docker container kubernetes cloud aws infrastructure terraform rechner infrastruktur serveur servidor 服务器 伺服器 容器 集群 云端 雲端 サーバー コンテナ クラウド 서버 컨테이너 클라우드 pod pods k8s node vps nas ssh deployment restart containers rechenzentrum 机房 运维 主机 運用 再起動 運영 재시작
  incident outage postmortem alert oncall protokolldatei vorfall ausfall incidente 日志 日誌 事故 宕机 当机 障害 ログ 停止 장애 로그 사고 down offline crashed unavailable downtime rootcause ausgefallen 挂了 掛了 ダウン 다운 server servers probe probes restart restarts failing failure events exception exceptions error errors output trace traces fehlerprotokoll
  network wifi router dns vpn internet connection netzwerk wlan verbindung réseau red 网络 網路 无线 路由器 断网 ネットワーク 回線 無線 네트워크 와이파이 인터넷 공유기 disconnect disconnecting dropping drops signal mesh lan netz verbindungsabbrüche langsam 信号 掉线 连不上 网速 つながらない 切れる 電波 끊겨 느려 안터
  website webpage web site html css frontend landing blog homepage webseite internetseite site sitio 网站 網站 网页 網頁 前端 ホームページ サイト ウェブ 웹사이트 홈페이지 웹 cookie banner domain hosting wordpress shop webshop 建站 域名 ドメイン 도메인
  browser browse click fill automation scrape navigateur navegador 浏览器 瀏覽器 点击 ブラウザ 操作 브라우저 클릭
  seo keyword ranking search engine traffic google suchmaschine sichtbarkeit référencement posicionamiento 搜索引擎 关键词 關鍵字 排名 流量 検索順位 キーワード 集客 검색엔진 키워드 노출
  marketing campaign advertising ads promotion audience werbung kampagne publicité publicidad 营销 行銷 广告 廣告 推广 推廣 宣传 マーケティング 広告 宣伝 販促 마케팅 광고 홍보 캠페인 copy copywriting werbetext 文案 宣传语 コピー 카피 newspapers launch visibility slogan newsletter flyer plakat 海报 传单 チラシ 전단
  social twitter instagram linkedin tweet tiktok hashtag facebook beitrag soziale réseaux redes 社交媒体 社群 微博 小红书 推文 朋友圈 ソーシャル つぶやき インスタ 소셜 인스타 트윗 게시물 posts threads 文案 种草 笔记 followers influencer story reel caption community 粉丝 博主 フォロワー バズ 팔로워 인플루언서 promoted network networking professional profile 抖音 快手 直播 视频号 動画投稿 틱톡 유튜브
  blog article essay story content column artikel aufsatz beitrag texte ensayo artículo 文章 博客 部落格 专栏 稿件 作文 記事 ブログ コラム 原稿 블로그 글 기사 칼럼 post posts newsletter draft text copy 推文 公众号 投稿 포스팅
  novel fiction story character plot scene screenplay roman geschichte erzählung märchen histoire conte novela cuento 小说 小說 故事 剧本 劇本 角色 情节 童话 小説 物語 脚本 童話 소설 이야기 동화 시나리오 tale tales dragon fairy princess hero bedtime drachen gutenacht prinzessin ritter fée dragón hada 睡前 公主 恐龙 王子 おとぎ話 お話 寝る前 옛날이야기 공주 용
  poem poetry verse lyrics rhyme gedicht reim liedtext poème poema 诗歌 詩歌 歌词 歌詞 押韵 诗 俳句 詩 作詞 가사 시
  cv resume career application job cover letter lebenslauf bewerbung anschreiben stelle candidature curriculum empleo 简历 簡歷 履历 履歷 求职 找工作 職務経歴書 履歴書 転職 就職 이력서 자기소개서 취업 이직 résumé vitae position vacancy posting stellenanzeige 岗位 求人票 履歴 지원서 지원하는 입사지원 applying apply hired recruiter profession bewerbe bewirb arbeitgeber stellenangebot 应聘 投简历 応募 지원 취직
  customer client support helpdesk kunde kunden kundendienst client cliente soporte 客户 客戶 客服 售后 顾客 顧客 お客様 問い合わせ サポート 고객 문의 상담 auftraggeber 取引先 得意先 거래처 甲方 customers clients buyer guest guests kundschaft 买家 来客 손님 angry unhappy satisfied satisfaction verärgert zufrieden 生气 满意 怒って 満足 화난 만족
  sales prospect outreach vertrieb verkauf akquise vente ventas 销售 銷售 线索 拓客 成交 業務 営業 見込み客 販売 영업 판매 매출
  shop product store purchase ecommerce shopping einkaufen einkauf preis kaufen bestellung achat prix compra precio pedido 购物 購物 商品 买东西 下单 价格 價格 比价 店铺 通販 買い物 値段 購入 쇼핑 상품 구매 가격 주문 laptop buy buying cheapest bargain price angebote schnäppchen acheter comprar 想买 买 购买 哪里买 降价 打折 買いたい 安く 最安値 사고 사고싶 싼 저렴 할인 drops camera cheaper vacuum gets 掃除機 家電 家电 手机 相机 カメラ 청소기 카메라
  delivery parcel package shipping tracking shipment paket sendung lieferung colis livraison paquete envío 快递 快遞 包裹 物流 配送 宅配 荷物 택배 배송 소포 arrive arrived courier amazon dhl ankommt angekommen 到货 签收 届く 届かない 도착 언제와 shipped supplier supply 发货 供应商 催 出荷 발주 출고 shop
  recipe cook cooking dish meal dinner bake kitchen ingredient food rezept kochen backen essen gericht zutaten recette cuisine receta cocina comida 菜谱 食譜 食谱 做饭 做菜 烹饪 晚饭 食材 レシピ 料理 献立 夕飯 ごはん 요리 레시피 식단 저녁 음식 loaf bread oven dough brot teig pain pan 面包 麵包 烘焙 残り物 おかず 夜ご飯 パン 반찬 빵 저녁밥 eat breakfast lunch supper soup vegetables egg eggs tomato tomatoes chicken pasta rice cheese meat fish frühstück mittagessen abendessen suppe gemüse ei eier tomaten nudeln reis fleisch fisch käse manger repas légumes soir dîner menu plat verduras cena comer desayuno huevos 吃什么 鸡蛋 番茄 蔬菜 早餐 午饭 晚餐 肉 面条 家常菜 菜 卵 野菜 魚 朝食 昼食 弁当 食べ 계란 채소 고기 점심 아침밥 국 먹을 stew guests servings portions twelve portionen gäste personen 人份 份量 人前 인분 두부 豆腐 해먹
  grocery groceries shopping list pantry supermarket einkaufsliste vorrat lebensmittel supermarkt courses compras 购物清单 买菜 超市 冰箱 買い物リスト 冷蔵庫 スーパー 장보기 냉장고 마트 vegetables milk bread buy brauche gemüse milch 蔬菜 买什么 買う物 野菜 우유 채소
  diet nutrition calories weight healthy protein ernährung kalorien abnehmen diät régime nutrition dieta 饮食 飲食 营养 營養 减肥 減肥 热量 卡路里 栄養 ダイエット カロリー 영양 다이어트 칼로리 체중 eat lose fat vegan vegetarian keto fett 瘦 减脂 素食 痩せ 糖質 살빼 채식
  workout fitness exercise training gym run running strength muscle marathon sport laufen krafttraining entraînement entrenamiento ejercicio 健身 运动 運動 锻炼 鍛鍊 跑步 马拉松 筋トレ トレーニング 運動 ランニング 운동 헬스 달리기 근력 jog jogging race pace stretch muscles joggen wettlauf dehnen fitnessstudio 拉伸 减脂 ジム 走る 体力 스트레칭 마라톤 abs belly weights sixpack bauch muskeln gewichte 腹肌 肌肉 训练 腹筋 腕立て 복근 근육 훈련
  sleep rest insomnia bedtime nap schlaf schlafen einschlafen sommeil sueño dormir 睡眠 失眠 睡觉 入睡 眠れ 不眠 수면 불면 잠 asleep tired awake night bedroom müde nachts wach 睡不着 困 寝れ 寝つき 잠이 못자
  health medical symptom doctor medicine medication pill illness patient gesundheit arzt medikament symptome krank tabletten santé médecin médicament salud médico 健康 医疗 醫療 症状 看病 吃药 药物 病院 薬 体調 服薬 건강 의료 증상 병원 약 복용 doktor labor befund arztbrief diagnose blutwerte fachwörter klinik 医生 醫生 化验 診断 検査 진단 검사 tablets tablet dose pharmacy prescription side-effects pain fever headache cough allergy vaccine blood pressure kopfschmerzen fieber apotheke rezept impfung blutdruck schmerzen husten allergie douleur fièvre médicaments dolor fiebre pastillas 头痛 发烧 感冒 过敏 血压 药片 用药 处方 头疼 熱 頭痛 風邪 薬局 血圧 処方 두통 열 감기 약국 혈압 처방 hurts hurt ache sore dizzy nausea bleeding injury physiotherapy dentist tooth weh zahnarzt zahn übelkeit schwindel 疼 痛 不舒服 牙医 牙疼 病历 看医生 痛い 歯医者 歯 めまい 吐き気 아픈 아파 의사 치과 치통 어지러 진료
  meditation mindfulness stress calm anxiety mental wellbeing breathing entspannung achtsamkeit méditation calme meditación estrés 冥想 正念 焦虑 压力 放松 心理 瞑想 ストレス 不安 명상 스트레스 불안 마음 relax overwhelmed burnout panic sad depression therapy gelassenheit überfordert traurig 心烦 抑郁 崩溃 落ち込 疲れ 우울 불안해 지쳐
  habit routine goal streak motivation productivity focus pomodoro gewohnheit routine ziele habitude objectif hábito meta 习惯 習慣 打卡 目标 目標 自律 专注 習慣化 集中 습관 루틴 목표 집중 goals objectives objective quarterly quarter aim target achieve key results okr ziel quartal vorsatz erreichen 季度 关键结果 达成 四半期 目標設定 분기 달성 procrastinate distracted discipline prokrastinieren ablenkung disziplin 拖延 先延ばし 미루
  diary journal gratitude mood feelings tagebuch stimmung dankbarkeit journal diario 日记 日記 心情 感恩 手帳 気分 일기 기분 감사
  travel trip itinerary vacation holiday journey tour sightseeing reise urlaub reiseplan ausflug voyage vacances itinéraire viaje vacaciones 旅行 旅游 旅遊 行程 攻略 出游 度假 観光 旅程 旅 여행 관광 휴가 여정 sehenswürdigkeiten reisen weekend getaway 놀러 나들이 旅行先 周末 国庆 visit holidays abroad beach mexico italy japan city tourist explore verreisen ferien strand stadt besuchen ausflüge partir visiter playa familia 假期 玩 景点 出国 带父母 黄金周 五一 春节 観光地 行く 行きたい 京都 しおり 가는데 가고 관광지 해외 휴가지 wegfahren wochenende klassenfahrt gruppe chor verreise excursion outing 出门 出行 郊游 出かけ 소풍
  flight airline airport ticket fare flug flugticket fluggesellschaft vol avion vuelo 机票 機票 航班 飞机 机场 航空券 飛行機 フライト 항공 비행기 항공권 flights fly layover boarding fliegen 转机 飛ぶ 乗り継ぎ 비행
  hotel accommodation stay hostel airbnb unterkunft übernachtung hôtel hébergement alojamiento 酒店 住宿 民宿 旅館 宿泊 ホテル 宿 숙소 호텔 숙박 unterkünfte zimmer cabin 묵을 泊まる 泊まり 잠자리 overnight beds check-in room rooms bett 床位 入住 部屋 チェックイン 방 체크인
  bus transit commute route directions map traffic navigation zug bahn fahrplan verbindung strecke trajet itinéraire ruta tren 路线 路線 地铁 公交 导航 高铁 火车 通勤 乗り換え 電車 経路 地図 기차 지하철 길찾기 버스 경로 출퇴근 train railway ticket trains 车票 車票 车次 切符 列車 新幹線 기차표 열차
  pack packing luggage suitcase koffer packen packliste gepäck valise bagages maleta equipaje 打包 行李 收拾 荷造り 持ち物 짐 짐싸기 준비물 put bring trip mitnehmen 带什么 带上 持って 챙겨 챙길
  weather forecast rain temperature storm sunny umbrella wetter wettervorhersage regen schirm météo pluie clima tiempo lluvia 天气 天氣 气温 下雨 带伞 预报 天気 気温 雨 傘 날씨 기온 비 우산 jacket cold hot snow sun outside kalt heiß schnee sonne jacke 冷 热 下雪 出门 寒い 暑い 雪 추워 더워 눈 wear tomorrow morgen anziehen
  restaurant cafe dine reservation table eat tisch reservieren lokal gaststätte réserver reservar 餐厅 餐廳 饭店 订位 吃饭 外卖 飲食店 外食 グルメ 식당 맛집 외식 essengehen 美食 밥집 먹을
  party birthday event wedding guests invitation celebration feier fest einladung gäste hochzeit fête invités boda fiesta invitación 聚会 聚會 派对 婚礼 婚禮 宴会 请柬 活动 パーティー 結婚式 招待 宴会 イベント 파티 결혼식 초대 행사 잔치 celebrate anniversary jubilee turn turns feiern jubiläum geburtstag 过生日 庆祝 开趴 祝う 축하 생신 bride groom reception farewell best-man braut bräutigam abschied 新郎 新娘 婚宴 新婦 披露宴 신랑 신부 피로연
  gift present surprise geschenk mitbringsel cadeau regalo 礼物 禮物 送礼 贈り物 プレゼント ギフト 선물 grandma bescherung aunt girlfriend wife husband christmas weihnachten 送什么 圣诞 节日 贈る クリスマス 선물할 성탄
  music song playlist album band melody chord lied musik wiedergabeliste chanson musique canción música 音乐 音樂 歌曲 歌单 歌單 听歌 曲 音楽 プレイリスト 음악 노래 재생목록 플레이리스트 listen tunes concert mood party hören konzert écouter escuchar 听 演唱会 聴く ライブ 듣고 콘서트 singer lyrics piano guitar sänger 歌手 歌词 가수
  instrument guitar piano practice chords tuning klavier gitarre noten guitare guitarra 吉他 钢琴 鋼琴 乐器 ギター ピアノ 楽器 기타연습 피아노 악기
  film movie series show television watch streaming film serie fernsehen cinéma película 电影 電影 电视剧 追剧 影片 映画 ドラマ アニメ 영화 드라마 tonight netflix cinema episode anschauen heute abend regarder ver 看什么 剧 好看 観る 見たい 볼만한 볼 actor director trailer schauspieler regie 演员 导演 俳優 監督 배우 감독
  book read reading novel library buch bücher lesen lektüre livre lecture libro leer 读书 讀書 书单 書單 阅读 閱讀 看书 読書 本 書籍 책 독서 도서 chapter author bestseller audiobook bookclub kapitel autor 章节 作者 書評 著者 저자 서평
  game gaming play puzzle chess board dungeon spiel spielen rätsel jeu juego 游戏 遊戲 桌游 棋 ゲーム 遊び パズル 게임 놀이 퍼즐 knight bishop rook checkmate opponent tactic tactics dice cards poker sudoku crossword quiz trivia schach würfel karten kreuzworträtsel échecs ajedrez 象棋 围棋 对局 麻将 将棋 囲碁 チェス 바둑 장기 체스 퀴즈
  sport football soccer match league score fixture fußball spielplan tabelle résultats partido fútbol 足球 比赛 比賽 球队 赛程 サッカー 試合 野球 축구 경기 야구
  photo picture image camera album gallery foto fotos bild bilder photographie imagen fotografía 照片 图片 圖片 相册 相簿 拍照 修图 写真 画像 アルバム 사진 이미지 앨범 pictures photographs holidays snapshots selfie aufnahmen schnappschüsse urlaubsbilder 照相 自拍 撮った 찍은
  video clip footage youtube film reel schnitt vidéo vídeo 视频 影片 影像 短视频 剪辑 動画 映像 ビデオ 영상 비디오 동영상 clips screen recording movie filmen aufnahme 录像 拍摄 撮影 찍은 shorter tiktok 抖音 镜头 台词 拍一条 撮る 編集 편집 찍기
  audio podcast sound voice speech episode radio ton hörbuch stimme émission sonido voz 音频 音訊 播客 语音 声音 音声 ポッドキャスト 放送 음성 오디오 팟캐스트 show chapters timestamps listen folge kapitel hören 节目 章节 听 回 章 회차 방송
  logo icon brand identity color palette typography font marke farben schrift marque marca 图标 圖示 品牌 配色 字体 商标 ロゴ アイコン 配色 로고 아이콘 브랜드 색상 글꼴 visual branding corporate erscheinungsbild 形象 视觉 VI 視覚 ブランド 정체성
  home house apartment rent flat move moving relocation landlord wohnung umzug miete vermieter déménagement logement mudanza alquiler piso 搬家 租房 房子 公寓 房东 引っ越し 引越し 賃貸 部屋 이사 집 월세 임대 office immobilie wohnungssuche mieten renting tenant bedroom lease deposit kaution makler besichtigung 押金 中介 看房 敷金 大家 보증금 집주인 전세 relocate relocating boxes umziehen umzugskartons 搬去 乔迁 転居 이사가 tenants nebenkosten mangel mängel heizung kaputt mieter mieterhöhung utilities 物业 房租 涨租 家賃 관리비
  smart lights thermostat heating device sensor iot lamp licht heizung lampe thermostat maison lumière luces 智能家居 灯光 电灯 空调 恒温 照明 家電 エアコン 電気 조명 전등 에어컨 가전 스마트홈 turn switch dim einschalten ausschalten 关灯 开灯 打开 つけて 消して 켜 꺼
  garden plant flower balcony watering seed vegetables garten pflanzen gießen blumen balkon beet jardin plante plantas riego 花园 花園 植物 浇水 澆水 种花 园艺 庭 園芸 花 水やり 식물 화분 정원 물주기 leaves dying pests welk blätter schädlinge 枯れ 葉 시들 잎 sow harvest soil tomatoes tomato lawn fertilizer seeds säen ernten erde tomaten rasen dünger semer récolter potager sembrar huerto 播种 收获 土 番茄 施肥 种菜 種まき 収穫 肥料 野菜 씨앗 수확 흙 토마토 텃밭
  pet dog cat puppy vet animal hund katze haustier tierarzt chien chat mascota perro gato 宠物 寵物 狗 猫 猫咪 兽医 ペット 犬 獣医 반려동물 강아지 고양이 반려견 bark food leash bellen futter 喂 遛狗 散歩 餌 산책 사료 labrador poodle terrier walk walks paw kitten hamster parrot aquarium spaziergang gassi leine welpe welpen promenade paseo 遛 拉布拉多 仓鼠 子犬 子猫 햄스터
  child kid baby toddler parent parenting family kinder kind eltern familie baby enfant bébé niño familia 孩子 宝宝 寶寶 儿童 兒童 育儿 亲子 父母 子ども 子供 育児 赤ちゃん 아이 아기 육아 어린이 son daughter asleep school kids sohn tochter kleinen fils fille hijo hija 儿子 女儿 哄睡 息子 娘 寝かしつけ 아들 딸 재우 mother mothers father fathers mum mom dad parents kindergarten daycare mütter väter mutter vater kita klasse erzieherin mère père madre padre guardería 妈妈 爸爸 家长 幼儿园 保育園 幼稚園 保護者 엄마 아빠 학부모 유치원 어린이집 boy girl boys girls junge mädchen garçon niños 男孩 女孩 小朋友 男の子 女の子 남자아이 여자아이 애들
  school homework lesson class teacher student course curriculum worksheet schule hausaufgaben unterricht lehrer schüler école devoirs cours escuela deberes clase 学校 學校 作业 作業 课程 課程 老师 教案 学生 宿題 授業 教材 先生 학교 숙제 수업 교사 학생 essay grade marking 批改 打分 评分 布置 作文 採点 채점 aufgaben sohn tochter schulaufgaben rechenaufgaben schulkind klausur arbeitsblatt exercise tutor pupil learner nachhilfe 辅导 功课 不会做 家庭教師 解き方 과외 문제풀이 excursion fieldtrip pupils parents eltern elternabend ausflug klasse klassenfahrt 家长会 春游 遠足 保護者会 소풍 학부모
  math equation algebra geometry statistics mathe mathematik gleichung rechnen maths équation matemáticas ecuación 数学 數學 方程 几何 算术 数式 算数 方程式 수학 방정식 fractions fraction calculus bruch brüche 分数 函数 計算問題 분수 계산
  science physics chemistry biology experiment lab wissenschaft physik chemie versuch science ciencia 科学 科學 物理 化学 化學 实验 生物 実験 科学 과학 물리 화학 실험 sky nature natural phenomena planet space stars animal himmel weltall sterne natur 天空 宇宙 星星 空 自然 하늘 우주
  thesis dissertation citation bibliography reference academic journal paper arxiv literaturverzeichnis zitieren zitat hausarbeit doktorarbeit bibliographie thèse tesis cita 论文 論文 引用 参考文献 參考文獻 学术 學術 学位 卒論 논문 인용 참고문헌 학술 study studies method findings contribution conclusion publication preprint studie studien veröffentlichung methode 文献 贡献 方法 结论 期刊 研究 学会 先行研究 연구 학회 저널 결론
  vocabulary english grammar pronunciation conversation learner vokabeln sprache aussprache vocabulaire langue idioma vocabulario 单词 單字 语言学习 英语 英語 口语 发音 語学 単語 英会話 발음 단어 어휘 외국어 영어 words wörter 词汇 french spanish italian german chat improve fluent native foreign französisch spanisch italienisch sprechen unterhalten 法语 日语 聊天 会話 회화
  date time timezone convert clock deadline countdown zeitzone uhrzeit fuseau hora 时区 時區 时间 時間 倒计时 時差 タイムゾーン 시간대 시차 시간
  currency exchange rate euro dollar währung wechselkurs umrechnen devise change divisa cambio 汇率 匯率 换算 外币 為替 両替 通貨 환율 환전
  unit units measurement kilogram miles einheiten maße unités unidades 单位 單位 单位换算 単位 換算 단위 grams gram ounces ounce pounds pound inches inch feet meters metre litres liter cups cup fahrenheit celsius kilometer metric imperial gramm unzen pfund zoll 克 盎司 磅 英寸 厘米 公里 升 斤 グラム オンス ポンド インチ センチ 그램 온스 파운드 인치 센치 quantities quantity scale scaled servings portions menge mengen 份量 分量 용량
  car vehicle fuel mileage garage tyre maintenance auto wagen werkstatt inspektion reifen voiture garage coche taller 汽车 汽車 车子 保养 加油 车検 車検 車 整備 給油 자동차 차량 정비 주유 automobile drive driving insurance repair breakdown autokosten fahren panne tanken 开车 买车 养车 運転 故障 維持費 운전 차 engine brake license parking motor bremse führerschein parken moteur 发动机 停车 驾照 免许 免許 駐車 운전면허 주차
  bike bicycle cycling tour fahrrad radtour vélo bicicleta 自行车 單車 骑行 自転車 サイクリング 자전거
  house repair diy renovation plumbing tool handwerk renovieren heimwerken bricolage reforma 装修 裝修 维修 水管 日曜大工 修繕 リフォーム 인테리어 수선 배관 wall paint drill leak faucet tap toilet bohren streichen wasserhahn undicht 漏水 刷墙 马桶 水漏れ 壁 누수 벽지 변기 shelf furniture assemble screw regal möbel schrauben montieren 家具 组装 安装 組み立て 가구 조립
  inventory stock warehouse asset bestand lager inventur inventar inventaire stock inventario 库存 庫存 盘点 盤點 资产 在庫 棚卸 資産管理 재고 자산 물품
  hr employee onboarding vacation leave payroll staff personal mitarbeiter einarbeitung urlaubsantrag gehalt employé congés paie empleado nómina 员工 員工 入职 人事 请假 請假 薪资 考勤 社員 従業員 入社 休暇 給与 勤怠 직원 입사 인사 급여 연차 휴가신청 hire hires newcomer colleague team sick neue kollegin kollege krank 新人 同事 新入社員 有給 신입 동료 starts joins first-day probation trainee neu anfängt fängt einarbeiten 试用期 实习生 新员工 研修 수습
  feedback performance appraisal review employee mitarbeitergespräch beurteilung évaluation evaluación 绩效 績效 考核 反馈 评估 評価 人事評価 フィードバック 평가 피드백 인사평가
  survey questionnaire poll form responses umfrage fragebogen sondage questionnaire encuesta 问卷 問卷 调查问卷 投票 アンケート 設問 설문 설문지 투표
  strategy okr business startup pitch investor strategie geschäftsmodell gründung stratégie entreprise estrategia negocio 战略 戰略 商业计划 创业 融资 路演 戦略 事業計画 起業 資金調達 전략 사업계획 창업 투자유치 objectives goals quarter quarterly ziele quartal 季度 目标 四半期 목표 분기 investors funding founder founders gründer vision mission
  competitor market research positioning konkurrenz wettbewerb marktanalyse concurrent marché competencia mercado 竞品 競品 竞争对手 市场调研 市場 競合 市場調査 경쟁사 시장조사 rivals rival competitors industry branche mitbewerber 对手 同行 行业 ライバル 他社 業界 경쟁 업계 타사
  requirements specification prd feature userstory user story anforderungen lastenheft pflichtenheft exigences requisitos 需求 规格 規格 用户故事 产品需求 要件 仕様 仕様書 요구사항 명세 기획서 scope acceptance criteria wünsche funktion 功能 機能 기능
  documentation readme docs manual guide tutorial howto dokumentation anleitung handbuch documentation manuel documentación guía manual 文档 說明書 说明书 手册 手冊 教程 指南 マニュアル 手順書 取扱説明 説明書 문서화 매뉴얼 설명서 안내서 튜토리얼 instructions how-to gebrauchsanweisung bedienungsanleitung 使用方法 使い方 사용법
  architecture system design diagram uml component architektur systementwurf architecture arquitectura 架构 架構 系统设计 系統設計 アーキテクチャ 構成図 아키텍처 구조 시스템설계
  mobile app ios android phone smartphone handy telefon application móvil 手机 手機 应用 應用 移动端 スマホ アプリ 携帯 앱 스마트폰 휴대폰 모바일 tablet appstore play 应用商店 스토어
  machine neural dataset ai llm prompt modell trainieren modèle entraîner modelo 机器学习 機器學習 模型 训练 訓練 人工智能 提示词 機械学習 学習 モデル 人工知能 プロンプト 머신러닝 모델 학습 인공지능 프롬프트 ml
  chat slack discord telegram team channel chatnachricht kanal 聊天 群聊 消息 群组 チャット メッセージ 채팅 메시지 대화방
  rss feed podcast subscription news blog abo nachrichtenquelle flux fuente 订阅 訂閱 资讯 資訊 購読 新着 구독 피드 소식
  bookmark link read later article lesezeichen merkliste marque-page marcador 书签 書籤 收藏 稍后读 ブックマーク お気に入り 後で読む 북마크 즐겨찾기 links urls reading
  file folder rename directory disk datei dateien ordner umbenennen dossier renommer carpeta archivo 文件夹 資料夾 重命名 目录 磁盘 存储 フォルダ ファイル 名前変更 폴더 파일 정리 저장공간 accident deleted downloads desktop order thousands schreibtisch 桌面 下载 ダウンロード 바탕화면 pathname zip archive unzip verzeichnis ablage 压缩包 解压 圧縮ファイル 압축파일
  skill ability instruction capability procedure runbook fähigkeit anleitung compétence habilidad 技能 能力 操作手册 スキル 手順 스킬 절차
  volunteer charity donation nonprofit fundraising spende verein ehrenamt don association donación 捐款 公益 志愿 慈善 寄付 ボランティア 募金 기부 봉사 모금 grant grants funding foundation proposal fund fundraiser förderung fördermittel stiftung förderantrag subvention fondation subvención fundación 资助 基金会 申请资金 补助 助成金 補助金 財団 지원금 보조금 재단
  government visa passport permit authority application office behörde antrag reisepass ausweis amt visum démarche passeport trámite pasaporte 签证 簽證 护照 護照 政府 申请 办证 ビザ パスポート 役所 申請 手続き 비자 여권 관공서 신청 민원 city town hall residence registration stadt rathaus anmeldung meldeamt mairie ayuntamiento 居住证 户口 市役所 区役所 住民票 구청 시청 주민센터 embassy consulate abroad immigration citizenship botschaft konsulat aufenthalt ambassade embajada 大使馆 领事馆 移民 居留 大使館 在留 대사관 이민
  election politics citizen letter politik bürger politique política 政治 选举 選挙 政治 선거
  energy electricity solar consumption meter strom verbrauch zähler solar électricité énergie energía luz 电费 用电 能源 太阳能 電気代 節電 電力 전기요금 전력 에너지 tariff tarif heizkosten zählerstand wechsel anbieter stromanbieter power gas 电价 燃气 料金プラン ガス 가스비 요금제
  polite formal courteous etiquette tone höflich förmlich formell poli formel cortés formal 礼貌 禮貌 正式 敬语 丁寧 敬語 失礼 공손 존댓말 정중 격식 business professional geschäftlich 商务 ビジネス 비즈니스
  recommend recommendation suggest advice pick empfehlen empfehlung vorschlag vorschlagen recommander recomendar 推荐 推薦 建议 建議 おすすめ お勧め 提案 추천 제안 조언
  cause reason why happened explain root ursache grund warum cause raison causa razón 原因 为什么 為什麼 怎么回事 理由 なぜ 이유 원인 왜
  grade score mark rate rating evaluate assessment bewerten benoten bewertung noter calificar 打分 评分 評分 评价 批改 採点 評価 点数 채점 점수 평가
  risk danger pitfall warning hazard risiko gefahr fallstrick risque riesgo 风险 風險 隐患 陷阱 リスク 危険 위험 리스크 strange unusual suspicious interaction interactions seltsam ungewöhnlich verdächtig wechselwirkung 可疑 不对劲 相互作用 怪しい 飲み合わせ 수상 이상한
  connect integrate integration hook link plug pair verbinden anbinden koppeln connecter conectar 对接 連接 连接 接続 つなぐ 연결 연동
  count total sum add average percentage tally zählen summe summieren durchschnitt compter somme contar suma 合计 合計 求和 平均 计数 集計 합계 평균 number gesamt insgesamt 多少 总数 全部で 총
  encrypt decrypt encryption key certificate verschlüsseln zertifikat chiffrer cifrar 加密 解密 证书 暗号化 証明書 암호화 인증서
  login account sign password authentication konto anmelden anmeldung passwort compte connexion cuenta 登录 登入 账号 帳號 アカウント ログイン 로그인 계정 hacked 2fa two-factor otp 验证码 認証 인증 인증번호
  rename filename naming bulk batch umbenennen stapel renommer lot renombrar 重命名 批量 一括 リネーム 이름변경 일괄
  history past earlier timeline chronology vergangenheit geschichte chronik verlauf histoire historia 历史 歷史 时间线 年表 歴史 経緯 역사 연표
  news headlines current affairs press media nachrichten schlagzeilen presse actualité noticias 新闻 新聞 头条 時事 ニュース 報道 뉴스 기사 시사 newspaper newspapers journalist zeitung journal periódico 报纸 신문
  map place location address nearby directions karte ort adresse umgebung carte lieu mapa lugar 地图 地圖 附近 地址 地図 場所 近く 지도 장소 근처
  neighbour community club association verein nachbarn gemeinde association voisin comunidad vecino 社区 社區 邻居 町内会 近所 이웃 동호회 sportclub sportverein mitglieder members 会员 社团 会員 サークル 회원 동아리
  religion prayer church faith bible gebet kirche glaube prière église oración iglesia 祈祷 禱告 教会 圣经 祈り 教会 기도 교회 성경
  fashion clothes outfit wardrobe style wear kleidung mode anziehen garderobe vêtements tenue ropa vestir 穿搭 衣服 服装 服裝 着こなし 服 コーデ 옷 패션 코디 shoes dress shirt jacket suit schuhe kleid 鞋 裙子 衬衫 靴 着る 신발 입을
  beauty skin skincare makeup hair cosmetics haut kosmetik frisur haare peau beauté piel belleza 护肤 護膚 化妆 面霜 美容 头发 肌 化粧 スキンケア 피부 화장 미용 머리
  pregnancy pregnant birth midwife schwanger schwangerschaft geburt hebamme grossesse naissance embarazo 怀孕 懷孕 孕妇 妊娠 出産 임신 출산
  elderly grandparents senior care nursing pflege senioren betreuung großeltern soins anciens cuidado mayores 老人 养老 护理 護理 介護 高齢 노인 간병 돌봄 dementia wheelchair pflegeheim demenz 养老院 老年 认知症 認知症 치매 요양
  funeral mourning grief condolence bereaved beerdigung trauer beileid funérailles deuil funeral duelo 葬礼 葬禮 悼念 吊唁 葬儀 お悔やみ 장례 조문 애도
  emergency accident firstaid ambulance notfall unfall erstehilfe urgence accident emergencia accidente 急救 紧急 緊急 事故 応急 救急 응급 긴급 사고
  waste recycling garbage trash bin müll abfall entsorgen recycling déchets basura reciclaje 垃圾 回收 分类 ゴミ 分別 쓰레기 분리수거 재활용
  climate sustainability carbon footprint environment klima nachhaltigkeit umwelt climat durable clima sostenible 气候 氣候 环保 碳排放 環境 持続 기후 환경 탄소
  wine beer cocktail coffee tea drink wein bier kaffee tee getränk vin bière café vino cerveza 咖啡 葡萄酒 啤酒 茶 コーヒー お酒 ワイン 커피 와인 맥주
  astrology horoscope tarot star zodiac horoskop sternzeichen astrologie horóscopo 星座 占卜 塔罗 占い 星占い 운세 타로 별자리
  joke humor funny meme roast comedy witz lustig humor blague drôle broma chiste 笑话 笑話 段子 搞笑 冗談 お笑い 농담 유머 개그
  debate argue argument persuade rhetoric counter diskutieren argument debattieren débat argumenter debate 辩论 辯論 论点 说服 討論 議論 説得 토론 논쟁 설득
  genealogy ancestors family tree roots stammbaum ahnen vorfahren généalogie ancêtres genealogía 家谱 家譜 族谱 家系図 先祖 족보 가계도 조상
  accessibility disabled screenreader contrast barrierefrei behinderung accessibilité accesibilidad 无障碍 無障礙 アクセシビリティ 접근성 장애인
  patent trademark copyright licence license intellectual property patent urheberrecht marke lizenz brevet licence patente licencia 专利 專利 商标 版权 著作権 特許 특허 저작권 상표
  tender procurement supplier vendor purchase ausschreibung beschaffung lieferant fournisseur achat proveedor licitación 采购 採購 供应商 招标 調達 仕入れ 조달 구매 납품 suppliers sourcing bestellen lieferanten 发货 订货 発注 仕入先 발주처
  logistics fleet truck freight warehouse logistik spedition fracht logistique logística 物流 货运 運輸 輸送 물류 운송
  manufacturing factory production quality machine fertigung fabrik produktion usine fábrica 制造 製造 工厂 工場 生産 제조 공장 생산
  agriculture farm crop livestock harvest landwirtschaft bauer ernte ferme agriculture granja cosecha 农业 農業 农场 种植 畜産 농업 농장 작물
  real estate property valuation listing broker immobilie makler bewertung immobilier inmobiliaria 房产 房產 楼盘 二手房 不動産 物件 부동산 매물 flats
  statement transaction bank csv import kontoauszug umsätze buchung relevé extracto 流水 交易 明細 取引 거래내역 이체 transactions account konto statements 账户 银行 口座 계좌 통장
  cancel subscription unsubscribe terminate notice kündigen kündigung abbestellen abo résilier annuler cancelar baja 取消 退订 退訂 解约 解約 退会 해지 취소 구독취소 membership quit leave mitgliedschaft aussteigen austreten resign 不想续 会员 続けたく 会員 탈퇴 회원
`;

const MIN_PREFIX = 5;
const MIN_SUFFIX = 5;
/** Letters that a compound has besides the word that it ends in. */
const MIN_BEFORE = 3;
/** In a script without spaces: one letter alone stands in too many words. */
const MIN_UNSPACED = 2;
const MAX_UNSPACED = 6;

const spaced = new Map<string, Set<number>>();
const unspaced = new Map<string, Set<number>>();
for (const [line, words] of `${DEEDS}${THINGS}`.split('\n').entries()) {
  for (const word of words.trim().split(/\s+/).filter(Boolean)) {
    const isRun = isUnspaced(word.codePointAt(0) ?? 0);
    if (isRun && [...word].length < MIN_UNSPACED) continue;
    const terms = isRun ? [foldText(word)] : indexTerms(word).filter((term) => !term.startsWith('='));
    for (const term of terms) put(isRun ? unspaced : spaced, term, line);
  }
}

function put(into: Map<string, Set<number>>, term: string, line: number): void {
  const known = into.get(term);
  if (known) known.add(line);
  else into.set(term, new Set([line]));
}

/**
 * What a text is about, as numbers of things and deeds; those of one word come together. `terms` are its index terms. A
 * compound (Rechnungsvorlage, Monatsrechnung) is about the word it begins or ends with.
 */
export function tasksIn(text: string, terms: readonly string[]): number[][] {
  const found = terms.map((term) => [...(spaced.get(term) ?? compound(term))]);
  const letters = [...foldText(text)];
  for (let at = 0; at < letters.length; at++) {
    if (!isUnspaced(letters[at]?.codePointAt(0) ?? 0)) continue;
    for (let length = MAX_UNSPACED; length >= MIN_UNSPACED; length--) {
      const known = unspaced.get(letters.slice(at, at + length).join(''));
      if (known === undefined) continue;
      found.push([...known]);
      break;
    }
  }
  return found.filter((tasks) => tasks.length > 0);
}

function compound(term: string): Iterable<number> {
  for (let length = term.length - 1; length >= MIN_PREFIX; length--) {
    const known = spaced.get(term.slice(0, length));
    if (known) return known;
  }
  for (let length = term.length - MIN_BEFORE; length >= MIN_SUFFIX; length--) {
    const known = spaced.get(term.slice(-length));
    if (known) return known;
  }
  return [];
}
