export const texts = {
  subjects: {
    projectDossier: '项目消防档案',
  },
  operations: {
    'projectDossier:export': '导出消防档案',
  },
}
