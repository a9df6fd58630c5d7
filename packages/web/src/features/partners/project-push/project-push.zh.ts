export const texts = {
  create: '新建项目推送',
  edit: '编辑项目推送',
  keyword: '项目名称',
  columns: { project: '项目', endpoint: '推送端点', events: '事件', filter: '设备', state: '状态', last: '最近推送' },
  allEvents: '端点接收的全部事件',
  allDevices: '全部设备',
  never: '尚未推送',
  removeHint: '等待中的推送不再发送；推送记录保留在端点页面。',
  form: {
    endpoint: '只列出该项目所属公司或其上级公司的端点。',
    events: '留空表示端点接收的全部事件。',
    models: '只推送这些型号设备的事件；与下面的设备合并计算。两者都留空表示全部设备。',
    devices: '只推送这些设备的事件。未登记设备的报警总是推送；网关和工单事件不受限制。',
    delay: '事件发生后等待多久再推送，0 至 3600 秒。',
    start: '从保存时起发生的事件会被推送。',
  },
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'project-push': typeof texts
  }
}
