export const texts = {
  enums: {
    projectStatus: {
      uninstall: '未安装',
      installing: '安装中',
      maintenance: '维保中',
      overmaintenance: '已过保',
    },
  },
}
