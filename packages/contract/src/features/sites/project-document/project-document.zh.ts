export const texts = {
  subjects: {
    projectDocument: '项目资料',
  },
  enums: {
    projectDocumentKind: {
      acceptance: '消防验收文件',
      drawing: '图纸',
      emergencyPlan: '灭火和应急疏散预案',
      inspectionReport: '检测报告',
      certificate: '证书',
      contract: '合同',
      training: '培训和演练记录',
      photo: '现场照片',
      other: '其他',
    },
  },
}
