export const texts = {
  tabs: { api: '接口日志', mqtt: 'MQTT 日志', login: '登录日志', audit: '审计日志' },
  view: '详情',
  system: '系统',
  ip: '来源 IP',
  nobody: '未登录',
  api: {
    keyword: '路径、调用者或跟踪号',
    columns: { call: '调用', result: '结果', who: '调用者', ms: '耗时' },
    ms: '{{ms}} 毫秒',
    ok: '成功',
    status: 'HTTP 状态',
    code: '结果代码',
    url: '地址',
    params: '参数',
    noParams: '没有参数',
    hidden: '密码、令牌和联系方式不写入日志，以 *** 代替。',
    views: { failed: '失败', succeeded: '成功' },
  },
  mqtt: {
    keyword: '客户端或主题',
    columns: { gateway: '网关 / 客户端', topic: '主题', result: '结果' },
    results: { taken: '已接收', malformed: '无法识别', refused: '拒绝登录', sent: '已发送' },
    directions: { up: '上行', down: '下行' },
    decoded: {
      title: '报文内容',
      seq: '序号',
      deviceTime: '设备时间',
      meaning: '含义',
      values: '数值',
      device: '设备',
      itself: '网关自身',
      unknown: '未知代码',
    },
    payload: '报文原文',
    noPayload: '没有报文',
  },
  login: {
    columns: { account: '账号 / 姓名', device: '浏览器' },
    unknown: '未知账号',
  },
  audit: {
    keyword: '对象或操作人',
    columns: { action: '操作', object: '对象', who: '操作人', changes: '变更' },
    changed: '{{count}} 项',
    noChanges: '没有字段变更',
    removed: '移除 {{items}}',
    added: '新增 {{items}}',
    field: '字段',
    old: '原值',
    new: '新值',
    empty: '空',
    chain: '所属链',
    chainOf: '“{{company}}”的第 {{sequence}} 条',
    hashHint: '由上一条的哈希与本条全部内容计算得出；任何改动都会在校验时被发现。',
    verify: '校验审计链',
    verifyTitle: '审计链校验',
    intact: '完好无损',
    intactText: '已重新计算 {{companies}} 个公司的 {{rows}} 条审计记录，全部与保存的哈希一致，没有缺失或改动。',
    broken: '发现改动',
    brokenText:
      '“{{company}}”的审计链已断裂：编号 {{id}} 的记录被改动，或其前面的记录缺失。已核对 {{companies}} 个公司的 {{rows}} 条记录。',
    brokenEnd: '“{{company}}”的审计链已断裂：末尾的记录缺失。已核对 {{companies}} 个公司的 {{rows}} 条记录。',
    brokenAdvice: '请保留数据库备份，并与最近一次的审计日志导出比对。',
    results: { ok: '成功', failed: '失败', alreadyTold: '此前已通知' },
  },
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'system-log': typeof texts
  }
}
