export const texts = {
  title: '呼叫名单',
  create: '添加联系人',
  edit: '编辑联系人',
  hint: '发生报警时按此顺序逐个呼叫。可拖动，或用上移、下移按钮调整。',
  empty: '呼叫名单为空：发生报警时不会呼叫任何人。请添加联系人。',
  noneActive: '呼叫名单中没有可呼叫到的联系人：发生报警时不会呼叫任何人。',
  notReached: '仅通过手机应用通知，但已没有关联账号：发生报警时呼叫不到此人。请编辑，补充账号或其他通知方式。',
  deleteHint: '删除后，其后的联系人顺序前移。',
  up: '上移',
  down: '下移',
  upOf: '上移 {{name}}',
  downOf: '下移 {{name}}',
  first: '已在最前',
  last: '已在最后',
  moved: '{{name}} 现为第 {{seq}} 位',
  drag: '拖动 {{name}} 以调整顺序',
  masked: '当前为隐藏显示，留空则保持不变',
  state: '启用',
  words: {
    title: '来电口令',
    none: '未设置来电口令：打来电话的人无法凭口令核实身份。',
    set: '设置口令',
    change: '重新设置口令',
    show: '查看口令',
    outside: '口令是项目移交之前设置的，原公司的人员知道。请与现场人员约定并重新设置。',
    hint: '来电人须说出口令才能取消报警或申请测试。查看口令会被记录。',
    hintDuress:
      '来电人须说出口令才能取消报警或申请测试；说出胁迫口令表示其受到胁迫：请不动声色，按真实报警处理。查看口令会被记录。',
    callerHint: '来电人说出此口令以证明身份',
    anew: '两个口令均重新设置；都留空则删除',
    duressHint: '来电人受到胁迫时说出的口令，须与来电口令不同；留空则没有',
  },
  number: {
    never: '该号码从未接通或送达',
    missed: '最近一次未送达：{{reason}}（{{time}}）',
    reached: '最近送达：{{time}}',
  },
  form: {
    accountHint: '应用推送发送到该账号的手机应用',
    languageHint: '电话和短信使用的语言',
    methods: '按所选方式通知',
    proposed: '按所选方式通知；已按项目的通知方式预选，可修改',
  },
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'project-notifier': typeof texts
  }
}
