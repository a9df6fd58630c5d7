export const texts = {
  keyword: '设备编号、代码或网关编号',
  views: { open: '待处理', handled: '已处理' },
  what: '内容',
  place: '来自',
  noProject: '未归属项目',
  times: '共 {{count}} 次，首次 {{time}}',
  mayBeAlarm: '可能是报警',
  gateway: '网关 {{code}}',
  lastReport: '查看原始上报',
  lastReportTitle: '最近一次上报（{{name}}）',
  register: {
    action: '登记',
    title: '登记设备 {{code}}',
    hint: '设备将归属于上报它的网关 {{gateway}}（项目：{{project}}），未关闭的报警和故障会自动关联到该设备。',
    done: '设备已登记',
    communicationHint: '留空则与设备编号相同；NB-IoT 设备不需要',
    only: '只有未登记的设备才能登记',
    selected: '批量登记',
    titleMany: '登记 {{count}} 台设备',
    hintMany: '每台设备归属于上报它的网关，名称为“型号 编号”，登记后可逐台修改。未关闭的报警和故障会自动关联。',
    doneMany: '所选设备已登记',
  },
  move: {
    action: '移到这里',
    confirm: '将设备 {{code}} 移到网关 {{gateway}}？原项目中未关闭的报警和故障仍留在原项目。',
    done: '设备已移入',
    selected: '批量移入',
    confirmMany: '将所选 {{count}} 台设备移到各自上报的网关？原项目中未关闭的报警和故障仍留在原项目。',
    doneMany: '所选设备已移入',
    only: '所选记录中有不能移入的设备',
    notVisible: '该设备登记在您无权查看的项目中，请联系上级公司',
  },
  ignore: {
    action: '忽略',
    confirm: '忽略“{{name}}”？它会继续计数；首次出现可能是报警的上报时会重新列出。',
    done: '已忽略',
    selected: '批量忽略',
    confirmMany: '忽略所选 {{count}} 条记录？它们会继续计数；首次出现可能是报警的上报时会重新列出。',
    codeConfirmMany: '忽略所选 {{count}} 个代码？它们会继续计数。',
    codeConfirm: '忽略“{{name}}”？它会继续计数。',
  },
  handled: '{{way}}，{{who}}',
  alreadyHandled: '已处理',
  someHandled: '所选记录中有已处理的',
  code: {
    action: '定义含义',
    title: '代码 {{name}} 的含义',
    hint: '对平台所有网关生效，从下一次上报开始。',
    done: '已定义',
    selected: '批量定义',
    titleMany: '定义 {{count}} 个代码的含义',
    reasonHint: '留空则以“格式 代码”命名，之后可在参数配置中修改',
    restoresHint: '同一格式中所恢复的报警或故障代码，如 1110',
    unknownFormat: '产品不支持该编码格式',
  },
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'unknown-report': typeof texts
  }
}
