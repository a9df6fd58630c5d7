export const texts = {
  keyword: '项目编号或名称',
  views: { waiting: '待我方审核', ours: '我方申请', active: '协作中' },
  columns: { project: '项目', joiner: '协作公司', state: '状态', applied: '申请', validity: '有效期' },
  viewOnly: '仅查看',
  unlimited: '长期有效',
  expired: '已到期',
  hiddenProject: '同意后显示项目名称',
  apply: '申请协作',
  applied: '申请已提交，请等待项目所属公司审核',
  agree: '同意',
  reject: '驳回',
  end: '终止',
  withdraw: '撤回',
  view: '查看项目',
  agreed: '已同意协作',
  rejected: '已驳回',
  ended: '已终止',
  applyForm: {
    title: '申请协作其他公司的项目',
    hint: '请向项目所属公司索取项目编号。同意前贵公司看不到该项目的任何内容；同意后只能看到这一个项目。',
    code: '项目编号',
    note: '申请说明',
    noteHint: '例如：受托负责该项目的维保',
  },
  agreeForm: {
    title: '同意“{{company}}”协作项目“{{project}}”',
    hint: '对方员工将可查看该项目的设备、报警、故障、工单、平面图和资料，看不到其他项目。仅可执行以下勾选的操作，您可随时终止。',
    rights: '允许的操作',
    rightsHint: '不选则仅可查看',
    until: '有效期至',
    untilHint: '留空则长期有效，直至任一方终止',
  },
  rejectForm: { title: '驳回“{{company}}”的协作申请', hint: '申请人会看到驳回原因，并可再次申请。' },
  endForm: { title: '终止“{{company}}”协作项目“{{project}}”', hint: '终止后对方立即看不到该项目，已有的处理记录保留。' },
  withdrawForm: { title: '撤回项目 {{project}} 的协作申请', hint: '撤回后可以再次申请。' },
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'project-join': typeof texts
  }
}
