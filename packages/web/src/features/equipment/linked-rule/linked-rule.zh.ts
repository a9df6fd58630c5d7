export const texts = {
  tabs: { rules: '联动规则', runs: '执行记录' },
  create: '新建规则',
  edit: '编辑规则',
  keyword: '规则名称',
  disable: '停用后该规则不再执行。确定停用？',
  deleteHint: '执行记录会保留。',
  starting: '触发',
  sending: '联动',
  anyDevice: '项目内任意设备',
  device: '设备 {{code}}',
  model: '型号 {{name}}',
  alarm: '上报报警“{{what}}”',
  code: '上报代码 {{what}}',
  report: '上报{{what}}',
  sends: '向 {{count}} 台设备下发“{{command}}”',
  never: '从未执行',
  starts: '由本设备触发',
  receives: '本设备接收指令',
  both: '由本设备触发并接收',
  role: '与本设备的关系',
  relatedNone: '没有与本设备有关的联动规则',
  manage: '管理联动规则',
  deviceHint: '不选设备时按型号，型号也不选则为项目内任意设备',
  modelHint: '选了设备则以设备为准',
  formatHint: '不选则不限编码格式',
  commandHint: '仅列出项目内设备支持且已启用的指令',
  targetsHint: '仅列出支持该指令的设备；会触发自己的规则不能保存',
  pauseHint: '在此时间内重复上报只执行一次',
  dangerous: '危险指令：规则触发后须由保存规则的人以外的另一人审批才会下发',
  test: '项目处于测试状态时不执行；信号处理晚于 60 秒时不执行',
  runs: {
    keyword: '规则名称',
    from: '触发设备',
    sentTo: '{{code}}：已下发',
    notSent: '{{code}}：{{reason}}',
    more: '等 {{count}} 台设备',
  },
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'linked-rule': typeof texts
  }
}
