export const texts = {
  menus: { 'company.handOver': '移交记录' },
  operations: { 'handOver:project': '移交项目', 'handOver:company': '变更上级公司' },
  subjects: { handOver: '移交' },
  fields: {
    fromCompany: '原公司',
    toCompany: '接收公司',
    movedRows: '移交数据量',
  },
  enums: {
    handOverKind: { project: '项目移交', company: '变更上级公司' },
    handOverState: { waiting: '等待执行', running: '移交中', settling: '收尾中', done: '已完成', failed: '失败' },
  },
}
