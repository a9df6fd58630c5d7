export const texts = {
  enums: {
    planPause: { notApproved: '项目未审核通过', notInMaintenance: '项目不在维保期', stopped: '项目已停止服务' },
  },
}
