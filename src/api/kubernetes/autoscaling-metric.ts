import { labelSelector } from "../meta/label-selector.ts";
import { choice, int32, obj, opt, ptr, req, str } from "../schema/build.ts";
import { quantity } from "../schema/formats.ts";

/** An object of whatever kind in the same namespace. */
export const scaledObject = obj({
  kind: req(1, str({ minLength: 1 }), "Kind of the object."),
  name: req(2, str({ minLength: 1 }), "Name of the object."),
  apiVersion: opt(3, str(), "Group and version of the object."),
});

const metricName = obj({
  name: req(1, str({ minLength: 1 }), "Name of the metric."),
  selector: ptr(2, labelSelector, "Labels of the metric, where a name has several."),
});

const target = obj({
  type: req(
    1,
    choice(["Utilization", "Value", "AverageValue"]),
    "What is held: 'Utilization', 'Value' or 'AverageValue'.",
  ),
  value: ptr(2, quantity(), "The metric's value that is held."),
  averageValue: ptr(3, quantity(), "The average over all pods that is held."),
  averageUtilization: ptr(4, int32({ min: 1 }), "The average over all pods in percent of what they request."),
});

const current = obj({
  value: ptr(1, quantity(), "The metric's value."),
  averageValue: ptr(2, quantity(), "The average over all pods."),
  averageUtilization: ptr(3, int32(), "The average over all pods in percent of what they request."),
});

const type = req(
  1,
  choice(["Object", "Pods", "Resource", "ContainerResource", "External"]),
  "Which of the other fields says what is measured.",
);
const resource = req(1, str(), "Name of the resource: 'cpu' or 'memory'.");
const container = req(3, str(), "Name of the container in each pod.");
const held = req(2, target, "What is held.");
const measured = req(2, current, "What was measured.");
const metric = req(1, metricName, "Which metric.");
const described = "Object that the metric is of.";

/** A metric, and what it is held at. */
export const metricSpec = obj({
  type,
  object: ptr(
    2,
    obj({
      describedObject: req(1, scaledObject, described),
      target: held,
      metric: req(3, metricName, "Which metric."),
    }),
    "A metric of one object.",
  ),
  pods: ptr(3, obj({ metric, target: held }), "A metric of each pod."),
  resource: ptr(4, obj({ name: resource, target: held }), "A resource that pods use."),
  containerResource: ptr(
    7,
    obj({ name: resource, target: held, container }),
    "A resource that one container of each pod uses.",
  ),
  external: ptr(5, obj({ metric, target: held }), "A metric of something outside of the cluster."),
});

/** A metric as it was measured last. */
export const metricStatus = obj({
  type,
  object: ptr(
    2,
    obj({ metric, current: measured, describedObject: req(3, scaledObject, described) }),
    "A metric of one object.",
  ),
  pods: ptr(3, obj({ metric, current: measured }), "A metric of each pod."),
  resource: ptr(4, obj({ name: resource, current: measured }), "A resource that pods use."),
  containerResource: ptr(
    7,
    obj({ name: resource, current: measured, container }),
    "A resource that one container of each pod uses.",
  ),
  external: ptr(5, obj({ metric, current: measured }), "A metric of something outside of the cluster."),
});
