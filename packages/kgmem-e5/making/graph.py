"""Writes the encoder as an ONNX graph, its matrices in 8 bit.

Input are the word vectors of all pieces (the words are looked up outside), the place of
each in its text, and where each group of texts of one length ends, with that length;
output is the state of each piece. A piece's row is quantised by a scale of its own,
within the graph, so that no row depends on another text.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnx.helper import make_tensor_value_info as tensor

from making.weights import Floats, Weights

OPSET = 20
IR_VERSION = 9
CONTRIB = "com.microsoft"
LARGEST = 127
MIDDLE = 128
"""What zero is written as: the kernels take unsigned rows."""
SMALLEST = 1e-9

LOUD: Mapping[int, float] = {
    **dict.fromkeys((15, 35), 5.0),
    **{321: 4.0, 87: 3.0, 60: 2.5},
    **dict.fromkeys((146, 269, 297, 345, 347, 351), 1.5),
}
"""Columns of the states in which this model has values up to 30 times the usual one:
they are divided by this before a row gets its scale, the matrix is multiplied. Without
it all others would be rounded three times as coarsely."""


class Graph:
    """Nodes and constants as they are added; a tensor is known by its name."""

    def __init__(self, within: str = "", outer: "Graph | None" = None) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[str, npt.NDArray[Any]] = outer.constants if outer else {}
        self._within = within

    def add(
        self, kind: str, *inputs: str, name: str = "", count: int = 1, **options: object
    ) -> str:
        """A node; the name of its first output."""
        name = name or f"{self._within}{kind}{len(self.nodes)}"
        outputs = [name, *(f"{name}.{i}" for i in range(1, count))]
        self.nodes.append(helper.make_node(kind, inputs, outputs, **options))
        return name

    def constant(self, name: str, value: npt.ArrayLike) -> str:
        self.constants.setdefault(name, np.asarray(value))
        return name

    def number(self, value: float) -> str:
        return self.constant(f"number {value}", np.float32(value))

    def indices(self, *values: int) -> str:
        return self.constant(f"indices {values}", np.array(values, np.int64))


def encoder(weights: Weights) -> onnx.ModelProto:
    """From word vectors (pieces, width) to states of the same shape."""
    graph = Graph()
    middle = graph.constant("middle", np.uint8(MIDDLE))
    graph.add("Expand", middle, graph.add("Shape", "places"), name="middles")
    graph.add("Squeeze", graph.add("Shape", "groups", end=1), name="count")
    places = weights.tensors["emb.pos"].reshape(-1, weights.width)
    places = places + weights.tensors["emb.type"][: weights.width]
    used = graph.add("Gather", graph.constant("all places", places), "places")
    states = _normed(graph, weights, "emb.ln", graph.add("Add", "words", used))
    for layer in range(weights.layers):
        states = _layer(graph, weights, f"l{layer}", states)
    graph.add("Identity", states, name="states")
    return _model(graph, weights.width)


def _layer(graph: Graph, weights: Weights, at: str, states: str) -> str:
    seen = _attention(graph, weights, at, states)
    told = _signed(graph, f"{at}.ao", seen, *_matrix(weights, f"{at}.ao"))
    states = _normed(graph, weights, f"{at}.aln", graph.add("Add", states, told))
    inner = _loud(graph, f"{at}.fi", states, *_matrix(weights, f"{at}.fi"))
    inner = graph.add("Gelu", inner)
    told = _unsigned(graph, f"{at}.fo", inner, *_matrix(weights, f"{at}.fo"))
    return _normed(graph, weights, f"{at}.oln", graph.add("Add", states, told))


def _attention(graph: Graph, weights: Weights, at: str, states: str) -> str:
    """What each piece sees of its own text, one group after another: what is beside
    them in a run changes nothing, as padding would."""
    matrices, biases = zip(*(_matrix(weights, f"{at}.{x}") for x in "qkv"), strict=True)
    matrix, bias = np.concatenate(matrices), np.concatenate(biases)
    both = _loud(graph, f"{at}.qkv", states, matrix, bias)
    seen = graph.constant("none seen", np.zeros((0, weights.width), np.float32))
    body = _of_group(Graph(f"{at}.", graph), weights, at, both)
    begin = graph.indices(0)
    return graph.add("Loop", "count", "", begin, seen, count=2, body=body) + ".1"


def _of_group(body: Graph, weights: Weights, at: str, both: str) -> onnx.GraphProto:
    """From where the group begins and what was seen before it to the same with it."""
    names = [f"{at}.{name}" for name in ("turn", "on", "begin", "before")]
    turn, on, begin, before = names
    row = body.add("Gather", "groups", turn)
    end = body.add("Split", row, count=2, num_outputs=2)
    shape = body.indices(-1), f"{end}.1", body.indices(3 * weights.width)
    part = body.add("Slice", both, begin, end, body.indices(0))
    part = body.add("Reshape", part, body.add("Concat", *shape, axis=0))
    first = body.add("Split", part, count=3, axis=2, num_outputs=3)
    parts, heads = (first, f"{first}.1", f"{first}.2"), weights.heads
    seen = body.add("MultiHeadAttention", *parts, domain=CONTRIB, num_heads=heads)
    seen = body.add("Reshape", seen, body.indices(-1, weights.width))
    seen = body.add("Concat", before, seen, axis=0)
    names += [body.add("Identity", on), end, seen]
    kinds = (TensorProto.BOOL, ()), (TensorProto.INT64, (1,)), (TensorProto.FLOAT, None)
    told = zip(names, ((TensorProto.INT64, ()), *kinds, *kinds), strict=True)
    ends = [tensor(name, *kind) for name, kind in told]
    return helper.make_graph(body.nodes, at, ends[:4], ends[4:])


def _matrix(weights: Weights, at: str) -> tuple[Floats, Floats]:
    """A matrix as (outputs, inputs), and what is added to its product."""
    bias = weights.tensors[f"{at}.b"]
    return weights.tensors[f"{at}.w"].reshape(len(bias), -1), bias


def _normed(graph: Graph, weights: Weights, at: str, rows: str) -> str:
    scale, shift = (
        graph.constant(f"{at}.{part}", weights.tensors[f"{at}.{part}"]) for part in "wb"
    )
    epsilon = float(weights.epsilon)
    return graph.add("LayerNormalization", rows, scale, shift, epsilon=epsilon)


def _loud(graph: Graph, at: str, rows: str, matrix: Floats, bias: Floats) -> str:
    """The product of states, whose loud columns are made quieter."""
    loud = np.ones(matrix.shape[1], np.float32)
    loud[list(LOUD)] = list(LOUD.values())
    rows = graph.add("Mul", rows, graph.constant("quieter", 1 / loud))
    return _signed(graph, at, rows, matrix * loud, bias)


def _signed(graph: Graph, at: str, rows: str, matrix: Floats, bias: Floats) -> str:
    """The product of rows that are about as often negative as positive."""
    scale = _scale(graph, graph.add("Abs", rows), LARGEST)
    whole = graph.add("QuantizeLinear", rows, scale, "middles", axis=0)
    return _product(graph, at, (whole, "middle"), scale, _rounded(matrix), bias)


def _unsigned(graph: Graph, at: str, rows: str, matrix: Floats, bias: Floats) -> str:
    """The product of rows that reach further up than down, as Gelu leaves them."""
    least = graph.add("ReduceMin", rows, graph.indices(-1))
    above = graph.add("Sub", rows, least)
    scale = _scale(graph, above, 2 * LARGEST + 1)
    whole = graph.add("QuantizeLinear", above, scale, axis=0)
    numbers, sizes = _rounded(matrix)
    sums = graph.constant(f"{at}.sums", numbers.sum(axis=1).astype(np.float32) * sizes)
    product = _product(graph, at, (whole,), scale, (numbers, sizes), bias)
    return graph.add("Add", product, graph.add("Mul", least, sums))


def _scale(graph: Graph, rows: str, steps: int) -> str:
    """Of each row, by its largest value."""
    largest = graph.add("ReduceMax", rows, graph.indices(-1), keepdims=0)
    some = graph.add("Max", largest, graph.number(SMALLEST))
    return graph.add("Mul", some, graph.number(1 / steps))


def _rounded(matrix: Floats) -> tuple[npt.NDArray[np.int8], Floats]:
    """Whole numbers and each output's scale.

    Processors without VNNI add two neighbouring products in 16 bit: 255 times the sum
    of two neighbours has to fit in there, so that all processors get the same.
    """
    sizes = np.abs(matrix)
    neighbours = (sizes[:, 0::2] + sizes[:, 1::2]).max(axis=1)
    scales = (neighbours / LARGEST).astype(np.float32)
    return np.rint(matrix / scales[:, None]).astype(np.int8), scales


def _product(
    graph: Graph,
    at: str,
    rows: tuple[str, ...],
    scale: str,
    matrix: tuple[npt.NDArray[np.int8], Floats],
    bias: Floats,
) -> str:
    numbers, sizes = matrix
    weights = graph.constant(f"{at}.w", np.ascontiguousarray(numbers.T))
    product = graph.add("MatMulInteger", rows[0], weights, *rows[1:])
    product = graph.add("DequantizeLinear", product, scale, axis=0)
    product = graph.add("Mul", product, graph.constant(f"{at}.s", sizes))
    return graph.add("Add", product, graph.constant(f"{at}.b", bias))


def _model(graph: Graph, width: int) -> onnx.ModelProto:
    inputs = [
        tensor("words", TensorProto.FLOAT, ["pieces", width]),
        tensor("places", TensorProto.INT64, ["pieces"]),
        tensor("groups", TensorProto.INT64, ["groups", 2]),
    ]
    states = tensor("states", TensorProto.FLOAT, ["pieces", width])
    constants = [numpy_helper.from_array(v, n) for n, v in graph.constants.items()]
    opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(CONTRIB, 1)]
    return helper.make_model(
        helper.make_graph(graph.nodes, "e5", inputs, [states], constants),
        opset_imports=opsets,
        ir_version=IR_VERSION,
    )
